// The page: which view the address asks for, what is new, keys, and the theme.
import { api, el } from "./dom.js";
import * as runs from "./runs.js";
import * as run from "./run.js";
import * as chat from "./chat.js";
import * as compare from "./compare.js";
import * as bench from "./bench.js";
import * as engines from "./engines.js";
import * as project from "./project.js";

const views = { "": runs, run, chat, compare, bench, engines, project };
const main = document.getElementById("main"), crumbs = document.getElementById("crumbs"), live = document.getElementById("live");
const every = 2000; // milliseconds between two questions whether something is new
let turn = 0, timer = 0, shown = {};

// address reads the view and its state from the address.
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return [Object.hasOwn(views, path) ? path : "", Object.fromEntries(new URLSearchParams(query))];
}

// route shows what the address asks for; again: because of something new in it.
async function route(again = false) {
  const mine = ++turn;
  const [path, state] = address();
  const view = views[path];
  const box = el("div"), where = el("span");
  let page = {};
  clearTimeout(timer);
  const stamp = view.watches ? await stampOf(view, state) : "";
  try {
    page = await view.show(box, state, where) ?? {};
  } catch (e) {
    box.replaceChildren(el("p", { class: "error" }, e.message));
  }
  if (mine !== turn) return; // another address was asked for meanwhile
  const [x, y] = [scrollX, scrollY];
  shown = page;
  main.replaceChildren(box);
  crumbs.replaceChildren(where);
  document.title = `${where.textContent} · ensures view`;
  document.body.dataset.ready = path || "runs"; // for tests
  window.scrollTo(again ? x : 0, again ? y : 0);
  if (!again) page.arrived?.();
  watch(view, state, stamp);
}

// stampOf asks for what changes with what the view shows; "" where that is not known.
async function stampOf(view, state) {
  try {
    return (await api("changed", { page: view.watches, id: state.id })).stamp;
  } catch {
    return "";
  }
}

// watch asks now and then whether something is new, and shows it: a view that can adds it
// to what is there, another one is shown anew unless somebody is typing in it.
function watch(view, state, stamp) {
  live.hidden = !view.watches;
  if (!view.watches) return;
  const mine = turn;
  timer = setTimeout(async () => {
    if (mine !== turn) return;
    const now = document.hidden ? stamp : await stampOf(view, state);
    if (mine !== turn) return;
    if (now === stamp || !now) return watch(view, state, stamp);
    live.classList.add("beat");
    setTimeout(() => live.classList.remove("beat"), 600);
    if (shown.update) {
      try { await shown.update(); } catch { /* asked again */ }
      if (mine === turn) watch(view, state, now);
    } else if (main.contains(document.activeElement) && document.activeElement.matches("input, select")) {
      watch(view, state, stamp);
    } else route(true);
  }, every);
}

const themes = { "": ["◐ system", "dark"], dark: ["● dark", "light"], light: ["○ light", ""] };
const button = document.getElementById("theme");
function theme(t) {
  if (!Object.hasOwn(themes, t)) t = "";
  document.documentElement.dataset.theme = t;
  button.textContent = themes[t][0];
  button.onclick = () => { theme(themes[t][1]); try { localStorage.setItem("theme", themes[t][1]); } catch { /* not kept */ } };
}
let kept = "";
try { kept = localStorage.getItem("theme") ?? ""; } catch { /* not allowed */ }
theme(kept);

// Keys: those of the view first, then those of every page.
const help = document.getElementById("help");
const everywhere = {
  "/": ["search", () => { const field = main.querySelector("input[type=search]"); field?.focus(); field?.select(); }],
  h: ["all runs", () => { location.hash = "#/"; }],
  m: ["methods of the project", () => { location.hash = "#/project"; }],
  "?": ["these keys", showHelp],
};
function showHelp() {
  const keys = { ...shown.keys, ...everywhere };
  help.replaceChildren(el("h2", {}, "Keys"), el("dl", {}, Object.entries(keys).map(([k, [what]]) => [el("dt", {}, el("kbd", {}, k)), el("dd", {}, what)])),
    el("p", { class: "dim" }, "Esc closes this."));
  help.showModal();
}
document.getElementById("keys").onclick = showHelp;
help.onclick = (e) => { if (e.target === help) help.close(); };
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target.matches?.("input, select, textarea")) {
    if (e.key === "Escape") e.target.blur();
    return;
  }
  if (help.open) {
    if (e.key === "Escape" || e.key === "?") help.close();
    return;
  }
  const keys = shown.keys ?? {};
  const key = Object.hasOwn(keys, e.key) ? keys[e.key] : Object.hasOwn(everywhere, e.key) ? everywhere[e.key] : null;
  if (!key) return;
  e.preventDefault();
  key[1]();
});

addEventListener("hashchange", () => route());
route();
