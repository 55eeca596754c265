// A comparison of two texts line by line.
import { el } from "./dom.js";

const most = 4e6; // cells of the table; larger differences are shown as replaced whole

// lines gives [op, line] pairs: " " in both, "-" only in a, "+" only in b.
export function lines(a, b) {
  const x = a.split("\n"), y = b.split("\n");
  let start = 0, endX = x.length, endY = y.length;
  while (start < endX && start < endY && x[start] === y[start]) start++;
  while (endX > start && endY > start && x[endX - 1] === y[endY - 1]) { endX--; endY--; }
  const out = x.slice(0, start).map((l) => [" ", l]);
  const p = x.slice(start, endX), q = y.slice(start, endY);
  out.push(...middle(p, q), ...x.slice(endX).map((l) => [" ", l]));
  return out;
}

// middle aligns p and q by their longest common subsequence.
function middle(p, q) {
  const w = q.length + 1, out = [];
  if (p.length * q.length > most) return [...p.map((l) => ["-", l]), ...q.map((l) => ["+", l])];
  const t = new Uint32Array((p.length + 1) * w);
  for (let i = p.length - 1; i >= 0; i--)
    for (let j = q.length - 1; j >= 0; j--)
      t[i * w + j] = p[i] === q[j] ? t[(i + 1) * w + j + 1] + 1 : Math.max(t[(i + 1) * w + j], t[i * w + j + 1]);
  let i = 0, j = 0;
  while (i < p.length && j < q.length) {
    if (p[i] === q[j]) { out.push([" ", p[i]]); i++; j++; }
    else if (t[(i + 1) * w + j] >= t[i * w + j + 1]) out.push(["-", p[i++]]);
    else out.push(["+", q[j++]]);
  }
  while (i < p.length) out.push(["-", p[i++]]);
  while (j < q.length) out.push(["+", q[j++]]);
  return out;
}

// view shows a comparison, with three equal lines around each change.
export function view(a, b, context = 3) {
  const all = lines(a, b);
  const near = new Uint8Array(all.length);
  all.forEach(([op], i) => { if (op !== " ") near.fill(1, Math.max(0, i - context), i + context + 1); });
  const pre = el("pre", { class: "block diff" });
  let hidden = 0;
  const gap = () => { if (hidden) pre.append(el("span", { class: "gap" }, `⋯ ${hidden} equal line${hidden > 1 ? "s" : ""}`)); hidden = 0; };
  all.forEach(([op, line], i) => {
    if (!near[i]) { hidden++; return; }
    gap();
    pre.append(el("span", { class: op === "+" ? "add" : op === "-" ? "del" : "" }, `${op} ${line}`));
  });
  gap();
  return pre;
}
