// What all runs say of a project's methods, the weakest first.
import { api, badge, el, goer, heads, link, pager, picker, score, scoreColumns, searchForm, verdictClass } from "./dom.js";
import { labelled } from "./runs.js";

export const watches = "project";
const size = 100;
const verdict = (v) => v ? badge(v, verdictClass(v)) : el("span", { class: "dim" }, "not asked");
const columns = [
  ["method", "Method", (m) => el("td", { class: "task first" }, m.method, el("div", { class: "dim small" }, `${m.file}:${m.line}`))],
  ["verdict", "Verdict", (m) => el("td", { title: m.by ?? "" }, verdict(m.verdict))],
  ...scoreColumns.map(([key, title, cell]) => [key, title, (m) => cell(m.strict), "num"]),
  ["clauses", "Clauses", (m) => el("td", { class: "num" }, String(m.clauses)), "num"],
  ["", "Runs, the last on the right", (m) => el("td", {}, el("span", { class: "history" }, m.history.map(dot)))],
];

// dot is a run in a method's history: its verdict as colour, its PostComp as height.
function dot(p) {
  const c = p.strict?.post_completeness;
  const text = [new Date(p.time).toLocaleString(), p.verdict, c != null && `PostComp ${c.toFixed(2)}`].filter(Boolean).join(" · ");
  return el("a", { href: link("run", { id: p.run }), title: text, "aria-label": text, class: `bar-${c == null ? "n" : Math.round(Math.max(0, Math.min(1, c)) * 5)} ${verdictClass(p.verdict)}` });
}

export async function show(main, s, crumbs) {
  const go = goer("project", s);
  const page = await api("project", { ...s, n: size });
  crumbs.append(page.root || page.dir);
  const from = Number(s.from) || 0;
  const verified = page.files.reduce((n, f) => n + f.verified, 0);
  main.replaceChildren(
    el("h1", {}, "Methods ", badge(`${verified} of ${page.total} verified`, verified === page.total ? "good" : "low")),
    el("div", { class: "facts" }, el("span", {}, "folder ", el("b", {}, page.root || "–")), el("span", {}, "runs ", el("b", {}, String(page.runs)))),
    page.dropped ? el("p", { class: "error" }, `${page.dropped} findings of further methods are not shown.`) : "",
    page.total ? files(page, s, go) : el("p", { class: "dim" }, "No run has said anything of a method yet: ensures annotate, verify and ci do."),
    page.total ? el("div", { class: "bar" }, searchForm(s, go), picker("Verdict", "verdict", ["verified", "refuted", "unknown", "malformed", "unsupported", "none"], s, go),
      s.file ? el("button", { type: "button", onclick: () => go({ file: "" }) }, `× ${s.file}`) : "", el("span", { class: "dim" }, s.sort ? "" : "the weakest first")) : "",
    page.total ? el("div", { class: "card scroll" }, el("table", { id: "methods", class: "stack" },
      el("thead", {}, el("tr", {}, heads(columns, s, go))),
      el("tbody", {}, page.methods.map(row)))) : "",
    pager(from, page.methods.length, page.matched, page.total, size, go));
  return {};
}

// row is a method, and below it wrong outputs that its specification accepts.
const row = (m) => [
  el("tr", {}, columns.map(([, title, cell]) => labelled(cell(m), title))),
  m.survivors?.length || m.reason ? el("tr", { class: "below" }, el("td", { colspan: String(columns.length) },
    m.reason && el("div", { class: "dim" }, m.reason),
    (m.survivors ?? []).map((t) => el("div", {}, el("span", { class: "low" }, "survives: "), el("code", {}, t))))) : "",
].filter(Boolean);

function files(page, s, go) {
  return el("details", { open: page.files.length > 1 && !s.file }, el("summary", {}, `${page.files.length} file${page.files.length > 1 ? "s" : ""}`), el("div", { class: "card scroll limited" }, el("table", { id: "files" },
    el("thead", {}, el("tr", {}, el("th", {}, "File"), ["Methods", "Verified", "mean PostComp"].map((t) => el("th", { class: "num" }, t)))),
    el("tbody", {}, page.files.map((f) => el("tr", {}, el("td", { class: "task" }, el("button", { type: "button", class: "link", onclick: () => go({ file: f.file }) }, f.file)),
      el("td", { class: "num" }, String(f.methods)), el("td", { class: "num" }, String(f.verified)), el("td", { class: "num" }, score(f.post_completeness))))))));
}
