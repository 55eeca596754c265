// The table of all runs, below those over data sets.
import { api, badge, duration, el, goer, heads, link, number, pager, picker, scoreColumns, searchForm, verdictClass } from "./dom.js";

export const watches = "runs";
const size = 100;
const files = (r) => (r.files ?? []).map((f) => f.split("/").pop()).join(" ");
const columns = [ // sort key, title, cell, class
  ["started", "Started", (r) => el("td", {}, el("a", { href: link("run", { id: r.id }), title: r.id }, new Date(r.started).toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" })))],
  ["verb", "Verb", (r) => el("td", {}, r.verb)],
  ["task", "Task", (r) => el("td", { class: "long", title: (r.files ?? []).join("\n") }, r.task || files(r)), "first"],
  ["model", "Model", (r) => el("td", { class: "long", title: r.model }, r.model || el("span", { class: "dim" }, "–"))],
  ["outcome", "Outcome", (r) => el("td", {}, badge(r.outcome, r.success ? "good" : r.outcome === "unfinished" ? "low" : "plain"))],
  ["verdict", "Verdict", (r) => el("td", {}, r.verdict && badge(r.verdict, verdictClass(r.verdict)))],
  ...scoreColumns.map(([key, title, cell]) => [key, title, (r) => cell(r.strict), "num"]),
  ["steps", "Steps", (r) => el("td", { class: "num" }, number(r.steps)), "num"],
  ["tokens", "Tokens", (r) => el("td", { class: "num" }, r.tokens ? number(r.tokens) : ""), "num"],
  ["cost", "Cost", (r) => el("td", { class: "num" }, r.cost_usd ? `$${r.cost_usd.toFixed(3)}` : ""), "num"],
  ["time", "Time", (r) => el("td", { class: "num" }, duration(r.elapsed_ms)), "num"],
];

// show fills main; state is what the address says: filters, order, page.
export async function show(main, state, crumbs) {
  const s = { sort: "started", desc: state.sort ? "" : "1", ...state };
  const go = goer("", s);
  const page = await api("runs", { ...s, n: size });
  if (!page.total && page.benches.length === 1 && page.benches[0].id === "") { // the folder is such a run
    location.replace("#/bench?");
    return {};
  }
  crumbs.append(page.dir);

  const chosen = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => { const [a, b] = chosen; location.hash = link("compare", { a, b }); } }, "Compare two");
  const choose = (id) => (e) => {
    e.target.checked ? chosen.add(id) : chosen.delete(id);
    compare.disabled = chosen.size !== 2;
  };
  const from = Number(s.from) || 0;

  main.replaceChildren(
    benches(page.benches),
    el("div", { class: "bar" }, searchForm(s, go),
      picker("Verb", "verb", page.facets.verb, s, go), picker("Outcome", "outcome", page.facets.outcome, s, go), picker("Model", "model", page.facets.model, s, go),
      el("label", {}, el("input", { type: "checkbox", checked: !!s.success, onchange: (e) => go({ success: e.target.checked ? "1" : "" }) }), " success only"),
      el("span", { class: "grow" }), compare),
    el("div", { class: "card scroll" }, el("table", { id: "runs", class: "stack" },
      el("thead", {}, el("tr", {}, el("th", {}), heads(columns, s, go))),
      el("tbody", {}, page.runs.map((r) => el("tr", {},
        el("td", {}, el("input", { type: "checkbox", "aria-label": `choose ${r.id}`, onchange: choose(r.id) })),
        columns.map(([, title, cell]) => labelled(cell(r), title))))))),
    page.runs.length ? "" : el("p", { class: "dim" }, page.total ? "No run is like this." : "No runs are recorded here yet: every annotate, verify, harness and bench run records itself."),
    pager(from, page.runs.length, page.matched, page.total, size, go));
  return {};
}

// labelled gives a cell its column's title, which a narrow page shows beside it.
export function labelled(cell, title) {
  cell.dataset.label = title;
  return cell;
}

function benches(list) {
  if (!list.length) return "";
  return el("section", {}, el("h2", {}, "Runs over data sets"), el("div", { class: "cards" }, list.map((b) =>
    el("a", { class: "card tile", href: link("bench", { id: b.id }) },
      el("b", {}, b.dataset || b.id), el("span", { class: "dim" }, b.engines.join(", ")),
      el("span", {}, el("progress", { max: b.total, value: b.done }), ` ${b.done} of ${b.total}`), el("span", { class: "dim" }, b.id)))),
    el("h2", {}, "Runs"));
}
