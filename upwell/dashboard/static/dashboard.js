// Small things on top of pages that work without them: keys, plots, live rows, times that go on.
"use strict";

const one = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => Array.from(within.querySelectorAll(selector));

// ---- keys: / search, j k move, o open, ? help

function rows() {
  return all("main tbody tr").filter((row) => one("a[href]", row));
}

let at = -1;

function move(by) {
  const found = rows();
  if (!found.length) return;
  at = Math.max(0, Math.min(found.length - 1, at + by));
  const link = one("a[href]", found[at]);
  link.focus();
  link.scrollIntoView({ block: "nearest" });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
  if (event.key === "/") {
    const search = one("input[type=search]");
    if (search) { search.focus(); search.select(); event.preventDefault(); }
  } else if (event.key === "j") move(1);
  else if (event.key === "k") move(-1);
  else if (event.key === "o") { const link = rows()[at] && one("a[href]", rows()[at]); if (link) link.click(); }
  else if (event.key === "?") { const help = one("#keys"); if (help) { help.open = !help.open; one("summary", help).focus(); } }
});

// ---- plots: the numbers stand in the table beside; the first column is x

function color(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function plot(place) {
  const table = document.getElementById(place.dataset.table);
  if (!table || !window.uPlot) return;
  const names = all("thead th", table).map((cell) => cell.textContent.trim());
  const lines = all("tbody tr", table).map((row) => all("td, th", row).map((cell) => {
    const value = cell.dataset.value;
    return value === undefined || value === "" ? null : Number(value);
  }));
  if (lines.length < 2) return;
  const isTime = place.dataset.x === "time";
  const strokes = [color("--accent"), color("--warn"), color("--good")];
  const axis = { stroke: color("--faint"), grid: { stroke: color("--line") }, ticks: { stroke: color("--line") } };
  const wide = () => Math.max(260, Math.min(place.clientWidth, 1100));
  const made = new window.uPlot({
    width: wide(), height: 240,
    scales: { x: { time: isTime } },
    axes: [axis, { ...axis, size: 64 }],
    series: names.map((label, n) => n === 0 ? { label } : { label, stroke: strokes[(n - 1) % 3], width: 2, spanGaps: true, points: { show: lines.length < 40 } }),
  }, names.map((_, n) => lines.map((line) => line[n])), place);
  addEventListener("resize", () => made.setSize({ width: wide(), height: 240 }));
}

// ---- changes as they happen

function live(body) {
  const source = new EventSource(body.dataset.live);
  const state = one("#live-state");
  const say = (text) => { if (state) state.textContent = text; };
  source.addEventListener("open", () => say("live"));
  source.addEventListener("error", () => say("the connection was lost; trying again"));
  source.addEventListener("change", (event) => {
    const change = JSON.parse(event.data);
    const template = one("#change-row");
    const row = template.content.firstElementChild.cloneNode(true);
    const fill = (name, text) => { const cell = one(`[data-cell=${name}]`, row); if (cell) cell.textContent = text; };
    fill("event", change.event);
    fill("text", change.text.slice(0, 160));
    fill("site", change.site);
    fill("at", "now");
    const what = Object.entries(change.fields || {}).slice(0, 4)
      .map(([name, pair]) => `${name}: ${pair.before ?? "–"} → ${pair.after ?? "–"}`).join("; ");
    fill("fields", change.event === "changed" || change.event === "corrected" ? what.slice(0, 240) : "");
    const link = one("a[data-cell=text]", row);
    if (link) link.href = `/objects/${encodeURIComponent(change.id)}`;
    body.prepend(row);
    const empty = one("#no-changes");
    if (empty) empty.remove();
    while (body.children.length > 200) body.lastElementChild.remove();
  });
}

// ---- times go on

function tick() {
  const steps = [[60, 1, "s"], [3600, 60, "min"], [86400, 3600, "h"], [Infinity, 86400, "d"]];
  for (const found of all("time[datetime]")) {
    const seconds = (Date.now() - Date.parse(found.dateTime)) / 1000;
    const size = Math.abs(seconds);
    const [, unit, name] = steps.find(([limit]) => size < limit);
    const shown = `${Math.floor(size / unit)} ${name}`;
    found.textContent = seconds < 0 ? `in ${shown}` : `${shown} ago`;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  all("[data-table]").forEach(plot);
  all("[data-live]").forEach(live);
  setInterval(tick, 5000);
});
