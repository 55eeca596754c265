// Small tools. Every text becomes a text node: nothing is ever read as markup.

// el makes an element: attributes (class, href, on… functions, booleans), then children.
export function el(tag, attrs = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attrs)) {
    if (typeof v === "function") e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, "");
    else if (v !== false && v != null) e.setAttribute(k, v);
  }
  for (const c of children.flat(Infinity)) if (c != null && c !== false) e.append(c);
  return e;
}

// api asks the server; parameters that are empty are left out.
export async function api(path, params = {}) {
  const q = new URLSearchParams();
  for (const [k, v] of Object.entries(params)) if (v !== "" && v != null && v !== false) q.set(k, v === true ? "1" : v);
  const res = await fetch(`/api/${path}?${q}`);
  const body = await res.json();
  if (!res.ok) throw new Error(body.error);
  return body;
}

// svg gets a picture as an element that takes the page's colours.
export function svg(url) {
  return new Promise((done, fail) => {
    const x = new XMLHttpRequest();
    x.open("GET", url);
    x.responseType = "document";
    x.onload = () => x.response ? done(document.adoptNode(x.response.documentElement)) : fail(new Error("no picture"));
    x.onerror = () => fail(new Error("no picture"));
    x.send();
  });
}

export const link = (route, params) => `#/${route}?${new URLSearchParams(params)}`;

export function duration(ms) {
  if (ms < 1) return ms > 0 ? "<1 ms" : "0";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60000)} min ${Math.round(ms % 60000 / 1000)} s`;
}

export const number = (n) => n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 1e4 ? `${(n / 1e3).toFixed(1)}k` : String(n);

const verdicts = ["verified", "refuted", "unknown", "malformed", "unsupported"];
export const verdictClass = (v) => verdicts.includes(v) ? v : "plain";
export const badge = (text, cls) => el("span", { class: `badge ${cls}` }, text);

const metricNames = { post_correctness: "PostCorr", post_completeness: "PostComp", pre_correctness: "PreCorr", pre_completeness: "PreComp" };
const metricOrder = Object.keys(metricNames);
export const metricName = (m) => metricNames[m] ?? m;
export const scoreClass = (x) => x >= 0.9 ? "good" : x >= 0.5 ? "low" : "bad";
export const score = (x) => x == null ? el("span", { class: "dim" }, "–") : el("span", { class: scoreClass(x) }, x.toFixed(2));

// judgement is a candidate's verdict and scores as badges.
export function judgement(c) {
  const place = (m) => (metricOrder.indexOf(m) + 99) % 99;
  return el("span", { class: "badges" },
    c.verdict && el("span", { class: `badge ${verdictClass(c.verdict)}`, title: c.by ?? "" }, c.verdict),
    Object.entries(c.strict ?? {}).sort(([a], [b]) => place(a) - place(b)).slice(0, 8)
      .map(([m, x]) => badge(`${metricName(m)} ${x.toFixed(2)}`, scoreClass(x))),
    c.unchanged === false && badge("code changed", "bad"));
}

// scoresOf are the four scores in short, in the order of their names.
export const scoresOf = (strict) => el("span", { class: "scores", title: "PostCorr, PostComp, PreCorr, PreComp (strict)" },
  metricOrder.map((m) => score(strict?.[m])));
export const scoreColumns = metricOrder.map((m) => [m, metricNames[m], (strict) => el("td", { class: "num" }, score(strict?.[m]))]);

// heads are the cells of a table's head that sort it: columns are [key, title, …, class].
export const heads = (columns, state, go) => columns.map(([key, title, , cls]) => {
  const on = state.sort === key;
  return el("th", { class: cls ?? "", "aria-sort": on ? (state.desc ? "descending" : "ascending") : "none" },
    el("button", { type: "button", onclick: () => go({ sort: key, desc: on && !state.desc ? "1" : "" }) }, title, on ? (state.desc ? " ↓" : " ↑") : ""));
});

// goer changes the address: state with changes, empty values left out, from the first row.
export const goer = (route, state) => (change) => {
  location.hash = link(route, Object.fromEntries(Object.entries({ ...state, from: "", ...change }).filter(([, v]) => v)));
};

// picker is a choice of one of the values, or all.
export const picker = (title, name, values, state, go, all = `${title}: all`) => el("select", { "aria-label": title, onchange: (e) => go({ [name]: e.target.value }) },
  el("option", { value: "" }, all), (values ?? []).map((v) => el("option", { value: v, selected: state[name] === v }, v)));

// searchForm is a field that asks for a text.
export const searchForm = (state, go) => el("form", { class: "bar inline", onsubmit: (e) => { e.preventDefault(); go({ text: e.target.elements.text.value }); } },
  el("input", { name: "text", type: "search", placeholder: "search", "aria-label": "search", value: state.text ?? "" }));

// pager tells which rows are shown, and leads to the others.
export function pager(from, shown, matched, total, size, go) {
  const turn = (title, to) => el("button", { type: "button", disabled: to < 0 || to >= matched, onclick: () => go({ from: to || "" }) }, title);
  return el("div", { class: "bar" }, el("span", { class: "dim", id: "count" },
    matched ? `${from + 1}–${from + shown} of ${matched}` : "", total > matched ? ` (${total} in all)` : ""),
    el("span", { class: "grow" }), turn("← previous", from - size), turn("next →", from + size));
}

// source is code with the lines of specifications set off.
export function source(text) {
  return el("pre", { class: "block source" }, text.split("\n").map((l, i) =>
    [i ? "\n" : "", /^\s*(\/\/@|\/\*@|@)/.test(l) ? el("span", { class: "spec" }, l) : l]));
}
