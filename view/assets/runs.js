// The table of all runs.
import { api, badge, duration, el, link, number, score, verdictClass } from "./dom.js";

const size = 100;
const columns = [ // sort key, title, cell
  ["started", "Started", (r) => el("td", {}, el("a", { href: link("run", { id: r.id }), title: r.id }, new Date(r.started).toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" })))],
  ["verb", "Verb", (r) => el("td", {}, r.verb)],
  ["task", "Task", (r) => el("td", { class: "long", title: (r.files ?? []).join("\n") }, r.task || (r.files ?? []).map((f) => f.split("/").pop()).join(" "))],
  ["model", "Model", (r) => el("td", { class: "long", title: r.model }, r.model || el("span", { class: "dim" }, "–"))],
  ["outcome", "Outcome", (r) => el("td", {}, badge(r.outcome, r.success ? "good" : r.outcome === "unfinished" ? "low" : "plain"))],
  ["verdict", "Verdict", (r) => el("td", {}, r.verdict && badge(r.verdict, verdictClass(r.verdict)))],
  ["post_correctness", "PostCorr", (r) => el("td", { class: "num" }, score(r.strict?.post_correctness)), "num"],
  ["post_completeness", "PostComp", (r) => el("td", { class: "num" }, score(r.strict?.post_completeness)), "num"],
  ["steps", "Steps", (r) => el("td", { class: "num" }, number(r.steps)), "num"],
  ["tokens", "Tokens", (r) => el("td", { class: "num" }, r.tokens ? number(r.tokens) : ""), "num"],
  ["cost", "Cost", (r) => el("td", { class: "num" }, r.cost_usd ? `$${r.cost_usd.toFixed(3)}` : ""), "num"],
  ["time", "Time", (r) => el("td", { class: "num" }, duration(r.elapsed_ms)), "num"],
];

// show fills main; state is what the address says: filters, order, page.
export async function show(main, state, crumbs) {
  const s = { sort: "started", desc: state.sort ? "" : "1", ...state };
  const go = (change) => { location.hash = link("", Object.fromEntries(Object.entries({ ...s, from: "", ...change }).filter(([, v]) => v))); };
  const page = await api("runs", { ...s, n: size });
  crumbs.append(page.dir);

  const pick = (name, title) => el("select", { "aria-label": title, onchange: (e) => go({ [name]: e.target.value }) },
    el("option", { value: "" }, `${title}: all`),
    (page.facets[name] ?? []).map((v) => el("option", { value: v, selected: s[name] === v }, v)));
  const chosen = new Set();
  const compare = el("button", { type: "button", disabled: true, onclick: () => { const [a, b] = chosen; location.hash = link("compare", { a, b }); } }, "Compare two");
  const choose = (id) => (e) => {
    e.target.checked ? chosen.add(id) : chosen.delete(id);
    compare.disabled = chosen.size !== 2;
  };
  const from = Number(s.from) || 0;
  const turn = (title, to) => el("button", { type: "button", disabled: to < 0 || to >= page.matched, onclick: () => go({ from: to || "" }) }, title);

  main.replaceChildren(
    el("form", { class: "bar", onsubmit: (e) => { e.preventDefault(); go({ text: e.target.elements.text.value }); } },
      el("input", { name: "text", type: "search", placeholder: "search", "aria-label": "search", value: s.text ?? "" }),
      pick("verb", "Verb"), pick("outcome", "Outcome"), pick("model", "Model"),
      el("label", {}, el("input", { type: "checkbox", checked: !!s.success, onchange: (e) => go({ success: e.target.checked ? "1" : "" }) }), " success only"),
      el("span", { class: "grow" }), compare),
    el("div", { class: "card scroll" }, el("table", { id: "runs" },
      el("thead", {}, el("tr", {}, el("th", {}), columns.map(([key, title, , cls]) => {
        const on = s.sort === key;
        return el("th", { class: cls ?? "", "aria-sort": on ? (s.desc ? "descending" : "ascending") : "none" },
          el("button", { type: "button", onclick: () => go({ sort: key, desc: on && !s.desc ? "1" : "" }) }, title, on ? (s.desc ? " ↓" : " ↑") : ""));
      }))),
      el("tbody", {}, page.runs.map((r) => el("tr", {},
        el("td", {}, el("input", { type: "checkbox", "aria-label": `choose ${r.id}`, onchange: choose(r.id) })),
        columns.map(([, , cell]) => cell(r))))))),
    page.runs.length ? "" : el("p", { class: "dim" }, page.total ? "No run is like this." : "No runs are recorded here yet."),
    el("div", { class: "bar" }, el("span", { class: "dim", id: "count" },
      page.matched ? `${from + 1}–${from + page.runs.length} of ${page.matched}` : "", page.matched < page.total ? ` (${page.total} in all)` : ""),
      el("span", { class: "grow" }), turn("← previous", from - size), turn("next →", from + size)));
}
