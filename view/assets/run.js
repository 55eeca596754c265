// One run as a timeline.
import { api, badge, duration, el, judgement, link, number, source, svg, verdictClass } from "./dom.js";
import * as diff from "./diff.js";

const size = 25;

export const watches = "run";

export async function show(main, { id, step, find }, crumbs) {
  let run = await api("run", { id });
  crumbs.append(run.bench != null ? el("a", { href: link("bench", { id: run.bench }) }, run.bench || "bench") : "", run.bench != null ? " · " : "", id.split("/").slice(-2).join("/"));
  const top = el("div"), title = el("h2"), list = el("div", { class: "timeline" }), outline = el("nav", { class: "outline", id: "outline", "aria-label": "steps" });
  const head1 = () => { top.replaceChildren(...head(run)); title.textContent = `Timeline · ${number(run.steps)} steps`; };
  head1();
  const first = Math.max(0, (Number(step) || 1) - 1);
  if (first > 0) list.append(el("p", {}, el("a", { href: link("run", { id, step: Math.max(1, first + 1 - size) }) }, `↑ steps before ${first + 1}`)));
  const more = endless(list, first, async (from) => {
    const page = await api("steps", { id, from, n: size });
    return { total: page.total, items: page.steps.map((s) => card(id, s)) };
  }, "No steps are recorded.");
  const goto = (n) => {
    const there = list.querySelector(`[data-step="${Number(n)}"]`);
    if (there) { there.scrollIntoView(); mark(there); } else location.hash = link("run", { id, step: n });
  };
  const found = finder(id, find, goto);
  const toggle = () => outline.classList.toggle("shown");
  const grow = contents(outline, id, goto);
  main.replaceChildren(top, title,
    el("div", { class: "bar" }, el("button", { type: "button", class: "narrow", onclick: toggle }, "outline"), found.form, ...jump(id, run.steps),
      run.model_calls > 0 ? el("a", { href: link("chat", { id }) }, `chat of ${number(run.model_calls)} calls`) : ""),
    el("div", { class: "sides" }, outline, list));
  const near = (by) => () => {
    const cards = [...list.querySelectorAll(".step")];
    const at = cards.findIndex((c) => c.getBoundingClientRect().bottom > 70);
    const next = cards[Math.max(0, Math.min(cards.length - 1, (at < 0 ? cards.length - 1 : at) + by))];
    if (next) { next.scrollIntoView(); mark(next); }
  };
  return {
    update: async () => { run = await api("run", { id }); head1(); await grow(); await more(); },
    arrived: () => { if (first > 0) goto(first + 1); },
    keys: {
      j: ["next step", near(1)], k: ["step before", near(-1)], g: ["first step", () => goto(1)], G: ["last step", () => goto(run.steps)],
      n: ["next place found", found.next(1)], N: ["place found before", found.next(-1)],
      o: ["outline", toggle], c: ["chat", () => { location.hash = link("chat", { id }); }],
    },
  };
}

function mark(card) {
  document.querySelectorAll(".step.here").forEach((e) => e.classList.remove("here"));
  card.classList.add("here");
}

// contents fills the outline with the run's steps, more of them as its end comes into sight.
function contents(nav, id, goto) {
  return endless(nav, 0, async (from) => {
    const page = await api("outline", { id, from });
    return { total: page.total, items: page.steps.map((s) => el("button", { type: "button", class: `entry depth-${s.depth}`, onclick: () => goto(s.number) },
      el("span", { class: `mini ${verdictClass(s.verdict)}` }), `${s.number} ${s.kind} ${s.name}`,
      s.outcome && s.outcome !== "ok" ? el("span", { class: "dim" }, ` ${s.outcome}`) : "")) };
  }, "");
}

// finder searches inside the run, all of it, part by part.
function finder(id, text, goto) {
  let steps = [], at = -1, turn = 0;
  const note = el("span", { class: "dim", id: "found", role: "status" });
  const field = el("input", { type: "search", name: "find", placeholder: "search in this run", "aria-label": "search in this run", value: text ?? "" });
  const say = (more) => { note.textContent = steps.length ? `${at + 1} of ${steps.length}${more ? "+" : ""} steps` : more ? "…" : "not found"; };
  const next = (by) => () => {
    if (!steps.length) return;
    at = (at + by + steps.length) % steps.length;
    say(false);
    goto(steps[at]);
  };
  const look = async () => {
    const mine = ++turn;
    [steps, at] = [[], -1];
    note.textContent = "";
    if (!field.value) return;
    for (let from = 0, first = true; first || from; first = false) {
      const part = await api("search", { id, text: field.value, from, n: 200 });
      if (mine !== turn) return; // something else is looked for
      const begun = steps.length > 0;
      steps.push(...part.steps);
      from = part.next ?? 0;
      if (!begun && steps.length) { at = 0; goto(steps[0]); }
      say(from > 0);
      if (steps.length >= 2000) return;
    }
  };
  const form = el("form", { class: "bar inline", onsubmit: (e) => { e.preventDefault(); field.blur(); look().catch((err) => { note.textContent = err.message; }); } }, field,
    el("button", { type: "button", "aria-label": "place found before", onclick: next(-1) }, "↑"), el("button", { type: "button", "aria-label": "next place found", onclick: next(1) }, "↓"), note);
  return { form, next };
}

// head tells what was run, with what, and what it came to.
export function head(run, width = Math.max(560, Math.min(1500, innerWidth - 62))) {
  const h = run.header;
  const fact = (name, ...v) => el("span", {}, `${name} `, el("b", {}, v));
  const picture = el("div", { class: "card curves" });
  if (run.candidates > 0)
    svg(`/api/curves.svg?${new URLSearchParams({ id: run.id, w: width })}`).then((p) => picture.replaceChildren(p), (e) => picture.replaceChildren(e.message));
  return [
    el("h1", {}, h.task || (h.inputs ?? []).map((i) => i.path).join(" ") || h.run, " ",
      badge(run.outcome, run.success ? "good" : run.finished ? "plain" : "low"), " ", run.judge ? "" : run.result ? judgement(run.result) : ""),
    run.judge ? el("p", { id: "judge" }, "The judge of the run over the data set: ", judgement({ verdict: run.judge.verdict || run.judge.status, strict: run.judge.strict }),
      run.judge.failure ? ` ${run.judge.failure}` : "", run.judge.reason ? el("span", { class: "dim" }, ` ${run.judge.reason}`) : "",
      el("span", { class: "dim" }, " What the steps below say is what was found on the way.")) : "",
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
  return [el("form", { class: "bar inline", onsubmit: (e) => { e.preventDefault(); location.hash = link("run", { id, step: e.target.elements.step.value }); } },
    el("label", {}, "go to step ", el("input", { name: "step", type: "number", min: 1, max: total })), el("button", {}, "go"))];
}

// endless fills a list part by part as its end comes into sight: ask(from) gives the next
// items and how many there are in all. It returns a function that goes on where there are more
// than before.
export function endless(list, first, ask, empty) {
  let next = first, busy = false;
  const end = el("div", { class: "dim end" }, "…");
  const more = async () => {
    if (busy) return;
    busy = true;
    try {
      const page = await ask(next);
      end.before(...page.items);
      next += page.items.length;
      watch.unobserve(end);
      if (next >= page.total || page.items.length === 0) end.textContent = page.total ? "" : empty;
      else watch.observe(end); // seen anew, also where it is still in sight
    } catch (e) {
      watch.disconnect();
      end.replaceChildren(el("span", { class: "error" }, e.message));
    }
    busy = false;
  };
  const watch = new IntersectionObserver((seen) => { if (seen.some((s) => s.isIntersecting)) more(); }, { rootMargin: "800px" });
  list.append(end);
  watch.observe(end);
  return async () => { if (!end.textContent || end.textContent === empty) await more(); };
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
