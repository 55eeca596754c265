// Two runs side by side.
import { api, el, judgement, link, source } from "./dom.js";
import { head } from "./run.js";
import * as diff from "./diff.js";

const size = 100;

export async function show(main, { a, b }, crumbs) {
  const [d, one, two] = await Promise.all([api("compare", { a, b, n: size }), api("run", { id: a }), api("run", { id: b })]);
  crumbs.append(`${a} ↔ ${b}`);
  const rows = el("tbody");
  let next = 0;
  const add = (steps) => {
    for (const p of steps)
      rows.append(el("tr", { class: p.a !== p.b ? "differs" : "" }, el("td", { class: "num" }, String(p.number)), el("td", { class: "wrap" }, p.a), el("td", { class: "wrap" }, p.b)));
    next += steps.length;
    more.hidden = next >= d.total;
  };
  const more = el("button", { type: "button", onclick: async () => add((await api("compare", { a, b, from: next, n: size })).steps) }, "more steps");
  add(d.steps);
  const side = (run) => el("section", {}, head(run, 600).filter((e) => e !== ""), el("a", { href: link("run", { id: run.id }) }, "timeline"));
  const final = el("div", {}, "");
  main.replaceChildren(
    el("div", { class: "two" }, side(one), side(two)),
    changes("Started with", d.settings), changes("Came to", d.result),
    el("h2", {}, "Steps"), el("p", { class: "dim" },
      d.first_step ? `The first step that differs is ${d.first_step}.` : "No step differs.",
      d.request ? ` The models were asked the same up to call ${d.request - 1}.` : ""),
    el("div", { class: "card scroll" }, el("table", { id: "steps" }, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "Step"), el("th", {}, "A"), el("th", {}, "B"))), rows)), more,
    el("h2", {}, "Last candidates, from A to B"), final);
  const last = d.last?.[0];
  if (!last?.a || !last?.b) { final.append(el("p", { class: "dim" }, "They do not both have one.")); return; }
  const [x, y] = await Promise.all([api("text", { id: a, sha: last.a.sha256 }), api("text", { id: b, sha: last.b.sha256 })]);
  final.append(el("div", { class: "two" }, el("p", {}, judgement(last.a)), el("p", {}, judgement(last.b))),
    last.same_text ? source(x.text) : diff.view(x.text, y.text));
}

function changes(title, list) {
  if (!list.length) return "";
  const value = (v) => el("td", { class: "wrap" }, v == null ? "–" : String(v));
  return el("div", {}, el("h2", {}, title), el("div", { class: "card scroll" }, el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}, ""), el("th", {}, "A"), el("th", {}, "B"))),
    el("tbody", {}, list.map((c) => el("tr", {}, el("td", {}, c.key), value(c.a), value(c.b)))))));
}
