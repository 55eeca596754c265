// Two engines of a run over a data set, task by task.
import { api, el, goer, link, pager } from "./dom.js";
import { cellView, pValue } from "./bench.js";
import { labelled } from "./runs.js";

export const watches = "bench";
const size = 100;

export async function show(main, s, crumbs) {
  const go = goer("engines", s);
  const d = await api("engines", { ...s, n: size });
  const p = d.pair, from = Number(s.from) || 0;
  crumbs.append(el("a", { href: link("bench", { id: d.id }) }, d.dataset), ` · ${p.a} ↔ ${p.b}`);
  const group = (which, title, n) => el("button", { type: "button", class: "group", "aria-pressed": String((s.which ?? "") === which), onclick: () => go({ which }) }, el("b", {}, String(n)), ` ${title}`);
  const swap = el("button", { type: "button", onclick: () => go({ a: p.b, b: p.a }) }, "⇄ swap");
  const choose = (name, other) => el("select", { "aria-label": name, onchange: (e) => go({ [name]: e.target.value }) },
    d.engines.filter((e) => e !== other).map((e) => el("option", { value: e, selected: e === s[name] }, e)));
  main.replaceChildren(
    el("h1", {}, `${p.a} against ${p.b}`),
    el("div", { class: "bar" }, choose("a", p.b), choose("b", p.a), swap),
    el("p", { id: "mcnemar" }, `On the ${p.tasks} tasks that both finished, by MVR strict: McNemar's exact test gives p = ${pValue(p.p)}`,
      p.p < 0.05 ? `, a difference in favour of ${p.only_a > p.only_b ? p.a : p.b}.` : ": no difference is shown."),
    el("div", { class: "bar" }, group("", "all", p.tasks), group("both", "both solve", p.both), group("a", `only ${p.a}`, p.only_a), group("b", `only ${p.b}`, p.only_b), group("neither", "neither", d.neither)),
    el("div", { class: "card scroll" }, el("table", { id: "tasks", class: "stack matrix" },
      el("thead", {}, el("tr", {}, el("th", {}, "Task"), el("th", {}, p.a), el("th", {}, p.b))),
      el("tbody", {}, d.rows.map((r) => el("tr", { class: r.cells[0].mvr !== r.cells[1].mvr ? "differs" : "" },
        el("td", { class: "task first" }, r.task), r.cells.map((c) => labelled(el("td", { class: c.mvr ? "solved" : "" }, cellView(c)), c.engine))))))),
    pager(from, d.rows.length, d.matched, d.pair.tasks, size, go));
  return {};
}
