// One run as a timeline.
import { api, badge, duration, el, judgement, link, number, source, svg, verdictClass } from "./dom.js";
import * as diff from "./diff.js";

const size = 25;

export async function show(main, { id, step }, crumbs) {
  const run = await api("run", { id });
  crumbs.append(id);
  const list = el("div", { class: "timeline" });
  main.replaceChildren(...head(run), el("h2", {}, `Timeline · ${number(run.steps)} steps`), ...jump(id, run.steps), list);
  timeline(list, id, run.steps, Math.max(0, (Number(step) || 1) - 1));
}

// head tells what was run, with what, and what it came to.
export function head(run, width = Math.max(560, Math.min(1200, innerWidth - 60))) {
  const h = run.header;
  const fact = (name, ...v) => el("span", {}, `${name} `, el("b", {}, v));
  const picture = el("div", { class: "card curves" });
  if (run.candidates > 0)
    svg(`/api/curves.svg?${new URLSearchParams({ id: run.id, w: width })}`).then((p) => picture.replaceChildren(p), (e) => picture.replaceChildren(e.message));
  return [
    el("h1", {}, h.task || (h.inputs ?? []).map((i) => i.path).join(" ") || h.run, " ",
      badge(run.outcome, run.success ? "good" : run.finished ? "plain" : "low"), " ", run.result ? judgement(run.result) : ""),
    el("div", { class: "facts" }, fact("verb", h.verb), h.model && fact("model", h.model), fact("started", new Date(h.started).toLocaleString()),
      run.finished && fact("took", duration(run.elapsed_ms)), fact("seed", String(h.seed)),
      run.usage && fact("tokens", `${number(run.usage.input)} in, ${number(run.usage.output)} out`),
      run.usage?.cost_usd > 0 && fact("cost", `$${run.usage.cost_usd.toFixed(3)}`),
      run.resumes > 0 && fact("resumed", String(run.resumes)), run.result?.by && fact("proved by", run.result.by)),
    run.error && el("p", { class: "error" }, run.error),
    run.cut ? el("p", { class: "error" }, "The last line is incomplete: the run was killed.") : "",
    run.candidates > 0 ? picture : "",
    el("details", {}, el("summary", { class: "dim" }, "Configuration, versions, inputs"),
      el("pre", { class: "block" }, JSON.stringify(h, null, 2))),
  ].filter(Boolean);
}

function jump(id, total) {
  if (total <= size) return [];
  return [el("form", { class: "bar", onsubmit: (e) => { e.preventDefault(); location.hash = link("run", { id, step: e.target.elements.step.value }); } },
    el("label", {}, "go to step ", el("input", { name: "step", type: "number", min: 1, max: total })), el("button", {}, "go"))];
}

// timeline fills the list page by page as its end comes into sight.
export function timeline(list, id, total, first) {
  let next = first, busy = false;
  const end = el("div", { class: "dim" }, "…");
  const more = async () => {
    if (busy) return;
    busy = true;
    try {
      const page = await api("steps", { id, from: next, n: size });
      for (const s of page.steps) end.before(card(id, s));
      next += page.steps.length;
      if (next >= page.total || page.steps.length === 0) {
        watch.disconnect();
        end.textContent = page.total ? "" : "No steps are recorded.";
      } else {
        watch.unobserve(end); // seen anew, also where it is still in sight
        watch.observe(end);
      }
    } catch (e) {
      watch.disconnect();
      end.replaceChildren(el("span", { class: "error" }, e.message));
    }
    busy = false;
  };
  const watch = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) more(); }, { rootMargin: "800px" });
  if (first > 0) list.append(el("p", {}, el("a", { href: link("run", { id, step: Math.max(1, first + 1 - size) }) }, `↑ steps before ${first + 1}`)));
  list.append(end);
  watch.observe(end);
}

// card is a step: thought → code → calls → observation → candidates.
function card(id, s) {
  const verdict = (s.candidates ?? []).map((c) => c.verdict).filter(Boolean).pop();
  return el("article", { class: s.parent ? "step inner" : "step", "data-step": s.number },
    el("span", { class: `dot ${verdictClass(verdict)}` }),
    el("div", { class: "card" },
      el("div", { class: "head" }, el("b", {}, `${s.number}`), `${s.kind} ${s.name}`,
        s.ended ? s.outcome !== "ok" && badge(s.outcome, "plain") : badge("not ended", "low"),
        (s.candidates ?? []).slice(-1).map(judgement),
        el("span", { class: "right" }, duration(s.elapsed_ms))),
      parts(id, s)));
}

function parts(id, s) {
  const part = (name, ...body) => el("div", { class: "part" }, el("div", { class: "name" }, name), el("div", {}, body));
  const inside = s.inside ?? [];
  return [
    s.thought && part("thought", clipped(id, s, "thought", "div", "prose")),
    s.code && part("code", clipped(id, s, "code", "pre", "block")),
    inside.length > 0 && part("calls", inside.map((c) => call(id, c)), s.more ? el("p", { class: "dim" }, `${s.more} more`) : ""),
    s.observation && part("observation", clipped(id, s, "observation", "pre", "block")),
    s.data && part("data", el("details", {}, el("summary", { class: "dim" }, `${s.data.text.slice(0, 80).replace(/\s+/g, " ")}…`), clipped(id, s, "data", "pre", "block"))),
    s.error && part("error", clipped(id, s, "error", "pre", "block error")),
    (s.candidates ?? []).filter((c) => c.previous !== c.sha256).map((c) => part(`candidate ${c.number}`, candidate(id, c))),
  ];
}

// clipped is a text of a step, with a button for the rest where it was cut.
function clipped(id, s, field, tag, cls) {
  const t = s[field], box = field === "code" ? source(t.text) : el(tag, { class: cls }, t.text);
  if (!t.length) return box;
  const button = el("button", { class: "more", type: "button", onclick: async () => {
    const [start, end] = await api("record", { id, n: s.id });
    const v = end?.[field] ?? start?.[field] ?? end?.response;
    box.textContent = typeof v === "string" ? v : JSON.stringify(v, null, 2);
    button.remove();
  } }, `show all (${number(t.length)} bytes)`);
  return [box, button];
}

// call is a call, opened on demand.
function call(id, c) {
  const what = c.type === "model" ? `model ${c.name}` : c.name;
  const body = el("div");
  const box = el("details", { class: "call" },
    el("summary", {}, what, " ", el("span", { class: "dim" }, c.ended ? `${c.outcome} · ${duration(c.elapsed_ms)}` : "not ended",
      c.usage ? ` · ${number(c.usage.input)} → ${number(c.usage.output)} tokens` : "")), body);
  box.addEventListener("toggle", () => {
    if (!box.open || body.hasChildNodes()) return;
    for (const field of ["args", "result", "error", "data"])
      if (c[field]) body.append(el("div", { class: "dim" }, field), ...[clipped(id, c, field, "pre", "block")].flat());
    if (c.type === "model") body.append(conversation(id, c.id));
  });
  return box;
}

// conversation shows the whole request of a model call when asked.
function conversation(id, n) {
  const box = el("div");
  const button = el("button", { class: "more", type: "button", onclick: async () => {
    const x = await api("call", { id, n });
    box.append(...(x.messages ?? []).map((m) => el("div", {}, el("div", { class: "dim" }, String(m.role ?? "")),
      el("pre", { class: "block" }, m.text || JSON.stringify(m, null, 2)))));
    button.remove();
  } }, "the whole request");
  return el("div", {}, button, box);
}

// candidate shows what changed since the candidate before.
function candidate(id, c) {
  const body = el("div", {}, el("span", { class: "dim" }, "…"));
  const load = async () => {
    const [now, was] = await Promise.all([api("text", { id, sha: c.sha256 }), c.previous ? api("text", { id, sha: c.previous }) : { text: null }]);
    body.replaceChildren(was.text == null ? source(now.text) : diff.view(was.text, now.text));
  };
  load().catch((e) => body.replaceChildren(el("span", { class: "error" }, e.message)));
  return body;
}
