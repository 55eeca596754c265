// A run over a data set: tasks × engines, or one engine with all its figures.
import { api, badge, duration, el, goer, heads, link, number, pager, picker, score, scoreColumns, scoresOf, searchForm, verdictClass } from "./dom.js";
import { labelled } from "./runs.js";

export const watches = "bench";
const size = 100;
export const percent = (r) => r.of ? `${r.hits} of ${r.of} (${Math.round(100 * r.hits / r.of)} %)` : "–";

export async function show(main, state, crumbs) {
  const s = { sort: "task", ...state };
  const go = goer("bench", s);
  const page = await api("bench", { ...s, n: size });
  crumbs.append(page.id || page.dataset);
  const engines = s.engine ? [s.engine] : page.engines;
  const from = Number(s.from) || 0;
  main.replaceChildren(
    el("h1", {}, page.dataset, " ", badge(page.done < page.total ? `${page.done} of ${page.total} done` : "complete", page.done < page.total ? "low" : "good")),
    el("div", { class: "facts" }, fact("backend", page.backend || "none"), fact("begun", new Date(page.created).toLocaleString()), page.runs > 1 && fact("repetitions", page.runs)),
    page.done < page.total ? el("progress", { class: "wide", max: page.total, value: page.done }) : "",
    page.foreign?.length ? el("details", {}, el("summary", { class: "error" }, "Lines that this run did not write are left out"), el("pre", { class: "block" }, page.foreign.join("\n"))) : "",
    summary(page, go), versus(page),
    el("h2", {}, s.engine ? `Tasks by ${s.engine}` : "Tasks"),
    el("div", { class: "bar" }, searchForm(s, go), picker("Engine", "engine", page.engines, s, go, "Engines: side by side"),
      picker("Verdict", "verdict", page.facets.verdict, s, go), picker("Failure", "failure", page.facets.failure, s, go),
      page.facets.category.length > 1 ? picker("Category", "category", page.facets.category, s, go) : "",
      el("label", {}, el("input", { type: "checkbox", checked: !!s.differ, onchange: (e) => go({ differ: e.target.checked ? "1" : "" }) }), " where engines differ")),
    el("div", { class: "card scroll" }, s.engine ? single(page, s, go) : matrix(page, engines, s, go)),
    page.rows.length ? "" : el("p", { class: "dim" }, page.done ? "No task is like this." : "Nothing is done yet."),
    pager(from, page.rows.length, page.matched, page.matched, size, go));
  return {};
}

const fact = (name, v) => el("span", {}, `${name} `, el("b", {}, String(v)));

// summary is a line for each engine.
function summary(page, go) {
  const mean = (x) => el("td", { class: "num" }, score(x));
  const head = (title, cls) => el("th", { class: cls ?? "num" }, title);
  return el("div", { class: "card scroll" }, el("table", { id: "summary", class: "stack" },
    el("thead", {}, el("tr", {}, head("Engine", ""), head("Tasks"), head("Verified"), head("MVR strict"), head("PostCorr"), head("PostComp"), head("PreCorr"), head("PreComp"), head("Steps"), head("Tokens"), head("Cost"), head("Median"), head("95 %"), head("Most frequent failure", ""))),
    el("tbody", {}, page.summaries.map((e) => {
      const worst = Object.entries(e.failure_classes ?? {}).sort((a, b) => b[1] - a[1])[0];
      const cells = [["Tasks", e.tasks], ["Verified", percent(e.vr)], ["MVR strict", percent(e.mvr_strict)]];
      return el("tr", {}, el("td", { class: "first" }, el("button", { type: "button", class: "link", onclick: () => go({ engine: e.engine }) }, e.engine)),
        cells.map(([title, v]) => labelled(el("td", { class: "num" }, String(v)), title)),
        scoreColumns.map(([key, title]) => labelled(mean(e.strict[key]), title)),
        [["Steps", e.steps.toFixed(1)], ["Tokens", number(e.tokens)], ["Cost", `$${e.cost.toFixed(2)}`], ["Median", duration(e.median_ms)], ["95 %", duration(e.p95_ms)]].map(([title, v]) => labelled(el("td", { class: "num" }, v), title)),
        labelled(el("td", { class: "long" }, worst ? `${worst[0]} (${worst[1]})` : "–"), "Failure"));
    }))));
}

// versus leads to the comparison of two engines.
function versus(page) {
  if (!page.pairs?.length) return "";
  return el("details", {}, el("summary", {}, "Engines on the same tasks, by MVR strict (McNemar's exact test)"), el("div", { class: "card scroll" }, el("table", { id: "pairs" },
    el("thead", {}, el("tr", {}, ["A", "B"].map((t) => el("th", {}, t)), ["Both", "Only A", "Only B", "p"].map((t) => el("th", { class: "num" }, t)), el("th", {}))),
    el("tbody", {}, page.pairs.map((p) => el("tr", {}, el("td", {}, p.a), el("td", {}, p.b),
      [p.both, p.only_a, p.only_b].map((v) => el("td", { class: "num" }, String(v))), el("td", { class: "num" }, pValue(p.p)),
      el("td", {}, el("a", { href: link("engines", { id: page.id, a: p.a, b: p.b }) }, "by task"))))))));
}

export const pValue = (p) => p < 0.0001 ? "< 0.0001" : p.toFixed(4);

// outcome is what an engine came to: its verdict, or why there is none.
export const outcome = (c) => c.verdict ? badge(c.verdict, verdictClass(c.verdict)) : c.status === "running" ? badge("running", "low") : c.status && c.status !== "ok" ? badge(c.status, "plain") : el("span", { class: "dim" }, "–");

// cellView is an engine on a task, in short.
export function cellView(c) {
  if (!c.status) return el("span", { class: "dim" }, "–");
  const body = el("span", { class: "cell", title: c.reason ?? "" }, outcome(c), scoresOf(c.strict),
    el("span", { class: "dim small" }, [c.status !== "running" && duration(c.elapsed_ms), c.steps > 1 && `${number(c.steps)} steps`, c.tokens > 0 && `${number(c.tokens)} tokens`, c.failure].filter(Boolean).join(" · ")));
  return c.id ? el("a", { class: "celllink", href: link("run", { id: c.id }) }, body) : body;
}

const taskCell = (r, page) => el("td", { class: "task first" }, r.task, page.runs > 1 && el("span", { class: "dim" }, ` #${r.run}`), r.category && el("div", { class: "dim small" }, r.category));

function matrix(page, engines, s, go) {
  const columns = [["task", "Task"], ["solved", "solved by"]];
  return el("table", { id: "tasks", class: "stack matrix" },
    el("thead", {}, el("tr", {}, heads(columns, s, go), engines.map((e) => el("th", {}, e)))),
    el("tbody", {}, page.rows.map((r) => el("tr", {}, taskCell(r, page),
      labelled(el("td", { class: "num" }, `${r.cells.filter((c) => c.mvr).length} of ${engines.length}`), "solved by"),
      r.cells.map((c) => labelled(el("td", { class: c.mvr ? "solved" : "" }, cellView(c)), c.engine))))));
}

function single(page, s, go) {
  const columns = [
    ["task", "Task", (r) => taskCell(r, page)],
    ["verdict", "Verdict", (r) => el("td", {}, outcome(r.cells[0]))],
    ...scoreColumns.map(([key, title, cell]) => [key, title, (r) => cell(r.cells[0].strict), "num"]),
    ["solved", "MVR", (r) => el("td", {}, r.cells[0].mvr ? el("span", { class: "good" }, "✓") : "")],
    ["steps", "Steps", (r) => el("td", { class: "num" }, number(r.cells[0].steps)), "num"],
    ["tokens", "Tokens", (r) => el("td", { class: "num" }, r.cells[0].tokens ? number(r.cells[0].tokens) : ""), "num"],
    ["time", "Time", (r) => el("td", { class: "num" }, duration(r.cells[0].elapsed_ms)), "num"],
    ["failure", "Failure", (r) => el("td", { class: "long", title: r.cells[0].reason ?? "" }, r.cells[0].failure ?? "")],
    ["run", "", (r) => el("td", {}, r.cells[0].id ? el("a", { href: link("run", { id: r.cells[0].id }) }, "run") : "")],
  ];
  return el("table", { id: "tasks", class: "stack" },
    el("thead", {}, el("tr", {}, heads(columns, s, go))),
    el("tbody", {}, page.rows.map((r) => el("tr", {}, columns.map(([, title, cell]) => labelled(cell(r), title))))));
}
