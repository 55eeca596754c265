// The page: which view the address asks for, and the theme.
import { el } from "./dom.js";
import * as runs from "./runs.js";
import * as run from "./run.js";
import * as compare from "./compare.js";

const views = { "": runs, run, compare };
const main = document.getElementById("main"), crumbs = document.getElementById("crumbs");
let turn = 0;

async function route() {
  const mine = ++turn;
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const view = Object.hasOwn(views, path) ? views[path] : runs;
  const box = el("div"), where = el("span");
  try {
    await view.show(box, Object.fromEntries(new URLSearchParams(query)), where);
  } catch (e) {
    box.replaceChildren(el("p", { class: "error" }, e.message));
  }
  if (mine !== turn) return; // another address was asked for meanwhile
  main.replaceChildren(box);
  crumbs.replaceChildren(where);
  document.title = `${where.textContent} · ensures view`;
  document.body.dataset.ready = path || "runs"; // for tests
  window.scrollTo(0, 0);
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

addEventListener("hashchange", route);
route();
