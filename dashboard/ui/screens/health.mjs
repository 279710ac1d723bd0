// Health: whether somebody should look, and at what.
import { html, useState } from "../lib/html.mjs";
import { get, useGet } from "../lib/api.mjs";
import { duration } from "../lib/time.mjs";
import { Section, State, Trouble, Value, Waiting, count, plain } from "../lib/parts.mjs";

// What each check is called, and where to look.
const names = { workers: ["Workers alive", "workers"], blocked: ["Runs that are blocked", "runs?blocked=1"], queues: ["The oldest that is ready", "queues"], schedules: ["Schedules that are overdue", "schedules"] };

export function Health() {
  const answer = useGet("health", { every: 10_000 });
  /** @type {[{ value?: any, error?: any }, (next: any) => void]} */
  const [stats, set] = useState({});
  const health = answer.value;
  const blocked = Object.entries(health?.blocked ?? {});
  return html`<h1>Health</h1><${Waiting} answer=${answer} />
    ${health && html`<table class="cards"><caption class="unseen">Checks</caption><thead><tr><th scope="col">Check</th><th scope="col">State</th><th scope="col" class="number">Now</th><th scope="col">What to do</th></tr></thead>
      <tbody>${health.checks.map((c) => html`<tr key=${c.name}><td>${names[c.name] ? html`<a href=${names[c.name][1]}><b>${names[c.name][0]}</b></a>` : html`<b>${plain(c.name)}</b>`}</td><td data-name="State"><${State} of=${c.status} /></td>
        <td data-name="Now" class="number nowrap">${c.unit === "s" ? duration(Math.floor(c.value)) : count(c.value)}</td><td data-name="What to do">${plain(c.text ?? "")}</td></tr>`)}</tbody></table>`}
    ${blocked.length > 0 && html`<${Section} title="Blocked, by reason" id="blocked"><ul class="list">${blocked.map(([reason, n]) => html`<li><a href="runs?blocked=1">${plain(reason)}</a> ${count(n)}</li>`)}</ul><//>`}
    <${Section} title="The store" id="store">
      ${stats.value ? html`<${Value} of=${stats.value} name="statistics" />` : html`<p class="faint">This counts everything exactly, which is slow on a large store.</p><button onClick=${() => get("stats").then(set, (error) => set({ error }))}>Count</button>`}
      <${Trouble} error=${stats.error} /><//>`;
}
