// The conversation with the model, as one page.
import { api, badge, duration, el, link, number } from "./dom.js";
import { endless } from "./run.js";

export const watches = "run";
const size = 20;

export async function show(main, { id, call }, crumbs) {
  const run = await api("run", { id });
  crumbs.append(el("a", { href: link("run", { id }) }, id), " · chat");
  const list = el("div", { class: "chat" });
  const more = endless(list, Math.max(0, (Number(call) || 1) - 1), async (from) => {
    const page = await api("chat", { id, from, n: size });
    return { total: page.total, items: page.turns.map((t, i) => turn(id, t, from + i + 1)) };
  }, "No model was asked.");
  main.replaceChildren(el("h1", {}, run.header.task || run.header.run || id, " ", badge(`${number(run.model_calls)} calls of a model`, "plain")),
    el("div", { class: "bar" }, el("a", { href: link("run", { id }) }, "timeline")), list);
  const go = (by) => () => {
    const turns = [...list.querySelectorAll(".turn")];
    const at = turns.findIndex((t) => t.getBoundingClientRect().bottom > 60);
    turns[Math.max(0, Math.min(turns.length - 1, at + by))]?.scrollIntoView();
  };
  return { update: more, keys: { j: ["next call", go(1)], k: ["call before", go(-1)], t: ["timeline", () => { location.hash = link("run", { id }); }] } };
}

// turn is a call: what was new to the model, and what it answered.
function turn(id, t, n) {
  return el("section", { class: "turn", "data-call": n },
    el("div", { class: t.begins ? "divider begins" : "divider" }, t.begins ? "a conversation begins · " : "", t.step ? el("a", { href: link("run", { id, step: t.step }) }, `call ${n}, step ${t.step}`) : `call ${n}`,
      t.removed ? ` · ${t.removed} message${t.removed > 1 ? "s" : ""} folded or replaced` : ""),
    t.messages.map((m) => bubble(id, t, m)),
    t.answer ? bubble(id, t, t.answer, [t.model, duration(t.elapsed_ms), t.usage && `${number(t.usage.input)} → ${number(t.usage.output)} tokens`].filter(Boolean).join(" · ")) : "",
    t.error ? el("p", { class: "error" }, t.error) : "");
}

const roles = ["system", "user", "assistant", "tool"];
function bubble(id, t, m, note) {
  const text = el("div", { class: "prose" }, pieces(m.text.text));
  const all = m.text.length ? el("button", { class: "more", type: "button", onclick: async () => {
    const x = await api("call", { id, n: t.id });
    const whole = m === t.answer ? x.response?.message?.text ?? x.response : (x.messages ?? []).find((o) => o.text?.startsWith(m.text.text))?.text;
    text.replaceChildren(...pieces(typeof whole === "string" ? whole : JSON.stringify(whole ?? x, null, 2)));
    all.remove();
  } }, `show all (${number(m.text.length)} bytes)`) : "";
  const body = [m.reasoning ? el("details", {}, el("summary", { class: "dim" }, "reasoning"), el("div", { class: "prose dim" }, m.reasoning.text)) : "", text, all,
    (m.calls ?? []).map((c) => el("pre", { class: "block" }, c.text))];
  const head = el("div", { class: "dim small" }, m.role || "message", note ? ` · ${note}` : "");
  const cls = `bubble ${roles.includes(m.role) ? m.role : "user"}`;
  return m.role === "system" ? el("details", { class: cls }, el("summary", { class: "dim small" }, "system"), body) : el("div", { class: cls }, head, body);
}

// pieces are a text with its blocks of code set off.
function pieces(text) {
  return text.split(/^(```[^\n]*\n[\s\S]*?^```\s*$)/m).filter(Boolean).map((p) =>
    p.startsWith("```") ? el("pre", { class: "block" }, p.replace(/^```[^\n]*\n/, "").replace(/```\s*$/, "")) : el("span", {}, p));
}
