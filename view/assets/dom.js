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

// source is code with the lines of specifications set off.
export function source(text) {
  return el("pre", { class: "block source" }, text.split("\n").map((l, i) =>
    [i ? "\n" : "", /^\s*(\/\/@|\/\*@|@)/.test(l) ? el("span", { class: "spec" }, l) : l]));
}
