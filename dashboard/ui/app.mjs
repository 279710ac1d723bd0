import { html, render, useEffect, useLayoutEffect, useRef, useState } from "./lib/html.mjs";
import { useCell, keptCell } from "./lib/cell.mjs";
import { go, place } from "./lib/route.mjs";
import { about, cutSince, get, loadAbout, options, setToken, signedOut, storeNow, title, useGet } from "./lib/api.mjs";
import { polling } from "./lib/live.mjs";
import { clock, duration, zone, useNow } from "./lib/time.mjs";
import { Dialog, Empty, Trouble, count, plain } from "./lib/parts.mjs";
import { Batch, underWay } from "./lib/batch.mjs";
import { Runs } from "./screens/runs.mjs";
import { Run } from "./screens/run.mjs";
import { Activities } from "./screens/activities.mjs";
import { Replay } from "./screens/replay.mjs";
import { Queues } from "./screens/queues.mjs";
import { Workers } from "./screens/workers.mjs";
import { Schedules } from "./screens/schedules.mjs";
import { Health } from "./screens/health.mjs";
import { Definitions } from "./screens/definitions.mjs";

// The screens: the word in the address, the one on the page, the key after g.
const screens = [
  ["runs", "Runs", "r", Runs],
  ["activities", "Activities", "a", Activities],
  ["queues", "Queues", "q", Queues],
  ["workers", "Workers", "w", Workers],
  ["schedules", "Schedules", "s", Schedules],
  ["health", "Health", "h", Health],
  ["definitions", "Definitions", "d", Definitions],
];

const theme = keptCell("reprise.theme", "");
const setTheme = (to) => {
  theme.set(to);
  document.documentElement.style.colorScheme = to || "light dark";
};

function Screen() {
  const { path } = useCell(place);
  const [first, id, below] = path.split("/");
  useEffect(() => title(screens.find(([word]) => word === first)?.[1] ?? ""), [path]); // a run puts its id there
  const before = useRef(path);
  useEffect(() => { // the link that was followed has gone with its screen: the next Tab begins at the new one
    if (before.current !== path && document.activeElement === document.body) document.getElementById("main").focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  if (path === "") {
    go("runs", { replace: true });
    return null;
  }
  if (first === "runs" && id && below === "replay") return html`<${Replay} id=${id} />`;
  if (path === "replay") return html`<${Replay} />`;
  if (first === "runs" && id) return html`<${Run} key=${id} id=${id} />`;
  if (first === "run") return html`<${Find} />`;
  const screen = screens.find(([word]) => word === path);
  if (screen) return html`<${screen[3]} key=${path} />`;
  return html`<h1>No such page</h1><${Empty}><p>Nothing is at <code>${plain(path)}</code>.</p><p><a href="runs">See the runs</a></p><//>`;
}

/** A run by its workflow id, a run id, or the beginning of a workflow id. */
function Find() {
  const id = useCell(place).query.get("id") ?? "";
  const [error, set] = useState(null);
  useEffect(() => {
    set(null);
    const run = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(id) ? "runs/" + id : "run?id=" + encodeURIComponent(id);
    get(run).then(
      ({ value }) => go("runs/" + value.run_id, { replace: true }),
      (e) => e.status === 404 ? go("runs?prefix=" + encodeURIComponent(id), { replace: true }) : set(e),
    );
  }, [id]);
  return html`<h1>${plain(id)}</h1><${Trouble} error=${error} />`;
}

function Top({ help }) {
  const { path } = useCell(place);
  const who = useCell(about);
  const health = useGet("health", { every: 10_000 });
  const queues = useGet("queues", { every: 15_000 });
  const how = useCell(zone);
  const looks = useCell(theme);
  const at = path.split("/")[0];
  const nav = useRef();
  useLayoutEffect(() => { // on a phone not all of them have room
    const link = nav.current.querySelector("[aria-current]");
    if (link) nav.current.scrollLeft = link.offsetLeft + link.offsetWidth - nav.current.clientWidth;
  }, [at]);
  const lag = health.value?.checks.find((c) => c.name === "queues")?.value ?? 0;
  const retrying = queues.value?.reduce((sum, q) => sum + q.retrying, 0) ?? 0;
  const blocked = health.value?.checks.find((c) => c.name === "blocked")?.value ?? 0;
  return html`<header style=${options.colour ? { borderTopColor: options.colour } : {}}>
    <div class="top">
      <a class="title" href="runs"><bdi>${plain(options.title)}</bdi></a>
      <span class="faint namespace" title="namespace">${plain(who.namespace)}</span>
      <form role="search" onSubmit=${(e) => { e.preventDefault(); const id = e.target.id.value.trim(); if (id) go("run?id=" + encodeURIComponent(id)); }}>
        <input id="search" name="id" type="search" autocomplete="off" spellcheck=${false} placeholder="Workflow id or run id   /" aria-label="Find a run by its id" />
      </form>
      <a class=${"figure" + (blocked ? " bad" : "")} href="runs?blocked=1"><b>${health.value ? count(blocked) : "…"}</b> blocked</a>
      <a class="figure" href="activities"><b>${queues.value ? count(retrying) : "…"}</b> retrying</a>
      <a class=${"figure" + (lag > 30 ? " bad" : "")} href="queues">oldest ready <b>${health.value ? duration(Math.floor(lag)) : "…"}</b></a>
      <label class="pick"><span class="unseen">Times</span><select value=${how} onChange=${(e) => zone.set(e.target.value)}><option value="relative">relative</option><option value="local">local time</option><option value="utc">UTC</option></select></label>
      <label class="pick"><span class="unseen">Theme</span><select value=${looks} onChange=${(e) => setTheme(e.target.value)}><option value="">system</option><option value="light">light</option><option value="dark">dark</option></select></label>
      <button class="quiet" aria-label="Keys" title="Keys (?)" onClick=${help}>?</button>
    </div>
    <nav class="screens" aria-label="Screens" ref=${nav}>${screens.map(([word, title]) => html`<a href=${word} aria-current=${word === at ? "page" : undefined}>${title}</a>`)}</nav>
  </header>
  <${Banner} health=${health.value} />`;
}

/** What is wrong with the page itself, or with the whole store. */
function Banner({ health }) {
  const cut = useCell(cutSince), out = useCell(signedOut), asking = useCell(polling), who = useCell(about);
  const now = useNow();
  const lines = [];
  if (cut) lines.push(html`<p class="banner bad">The server does not answer. This page shows the state at ${clock(cut, false)}, ${duration(Math.max(0, Math.floor((now - storeNow() + Date.now() - cut) / 1000)))} ago. It retries by itself.</p>`);
  else if (out) lines.push(html`<p class="banner bad">You are not signed in any more. <a href=${location.href} data-outside>Sign in again</a></p>`);
  else if (asking) lines.push(html`<p class="banner">Live updates do not arrive, perhaps because a proxy holds them back. The page asks every five seconds.</p>`);
  const workers = health?.checks.find((c) => c.name === "workers");
  if (workers?.value === 0) lines.push(html`<p class="banner bad">${workers.text?.startsWith("no ") ? "No worker is alive: no run continues until your program starts." : html`Every live <a href="workers">worker</a> is draining, and takes nothing more: start another, or undrain one.`}</p>`);
  if (who.read_only) lines.push(html`<p class="banner">This page is read-only${who.why ? ": " + plain(who.why) : ""}.</p>`);
  return html`<div aria-live="polite">${lines}</div>`;
}

const keys = [["/", "search"], ["g r", "runs"], ["g a", "activities"], ["g q", "queues"], ["g w", "workers"], ["g s", "schedules"], ["g h", "health"], ["g d", "definitions"], ["j  k", "next and previous row"], ["Enter", "open the row"], ["x", "select the row"], ["← →", "task before, next task of a replay"], ["z", "timeline at real scale, or folded"], ["?", "these keys"]];

function useKeys(help) {
  const first = useRef("");
  useEffect(() => {
    const press = (e) => {
      if (e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) return;
      if (e.target instanceof Element && e.target.closest("input, textarea, select, [contenteditable]")) return;
      const after = first.current;
      first.current = "";
      if (after === "g") {
        const to = screens.find(([, , key]) => key === e.key);
        if (to) go(to[0]);
      } else if (e.key === "g") first.current = "g";
      else if (e.key === "?") help();
      else if (e.key === "/") {
        e.preventDefault();
        document.getElementById("search").focus();
      } else if (e.key === "j" || e.key === "k") step(e.key === "j" ? 1 : -1);
      else if (e.key === "x") /** @type {HTMLElement} */ (document.activeElement?.closest("tr")?.querySelector("input[type=checkbox]"))?.click();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

/** Moves the focus to the link of the next row, or the one before. */
function step(by) {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("main table tbody tr a.id")]);
  const now = links.indexOf(document.activeElement?.closest("tr")?.querySelector("a.id"));
  links[now < 0 ? 0 : Math.min(links.length - 1, Math.max(0, now + by))]?.focus();
}

function App() {
  const who = useCell(about);
  const [error, set] = useState(null);
  const [help, setHelp] = useState(false);
  const [batch, setBatch] = useState(underWay);
  const load = () => loadAbout().then(() => set(null), set);
  useEffect(() => {
    load();
    const timer = setInterval(() => document.hidden || load(), who?.why ? 5_000 : 60_000); // a standby may be promoted
    return () => clearInterval(timer);
  }, [who?.why]);
  useKeys(() => setHelp(true));
  if (!who) return error?.status === 401 ? html`<${Token} done=${load} />` : html`<main><${Trouble} error=${error} />${error && html`<p><button onClick=${load}>Try again</button></p>`}</main>`;
  return html`<a class="skip" href="#main" data-outside>To the page</a><${Top} help=${() => setHelp(true)} /><main id="main" tabindex="-1"><${Screen} /></main>
    ${batch && html`<${Batch} ...${batch} closed=${() => setBatch(null)} />`}
    ${help && html`<${Dialog} title="Keys" closed=${() => setHelp(false)}><dl class="keys">${keys.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl><//>`}`;
}

function Token({ done }) {
  return html`<main class="narrow"><h1>${plain(options.title)}</h1><form class="stack" onSubmit=${(e) => { e.preventDefault(); setToken(e.target.token.value); done(); }}>
    <label>Token<input name="token" type="password" autocomplete="current-password" required /></label><button class="main">Go on</button></form></main>`;
}

render(html`<${App} />`, document.getElementById("app"));
