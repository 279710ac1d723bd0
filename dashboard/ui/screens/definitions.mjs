// Definitions: what this process has the code of.
import { html, useState } from "../lib/html.mjs";
import { may, useGet } from "../lib/api.mjs";
import { Empty, Section, Waiting, plain } from "../lib/parts.mjs";
import { Start } from "../lib/actions.mjs";

export function Definitions() {
  const answer = useGet("definitions");
  const [starting, start] = useState(null);
  const all = answer.value;
  return html`<h1>Definitions</h1><p class="faint">The definitions of the program that serves this page. Other programs may have more.</p><${Waiting} answer=${answer} />
    ${all && html`
      <${Section} title="Workflows" id="workflows">${all.workflows.length === 0 ? html`<${Empty}><p>This program has no workflow: open the page in one that has.</p><//>` : html`<table class="cards" aria-labelledby="workflows"><thead><tr><th scope="col">Name</th><th scope="col">Input</th><th scope="col">Do</th></tr></thead>
        <tbody>${all.workflows.map((w) => html`<tr key=${w.name}><td><b>${plain(w.name)}</b></td><td data-name="Input"><code>${plain(w.input)}</code></td><td class="acts"><a class="button" href=${"runs?workflow=" + encodeURIComponent(w.name)}>Runs</a> ${may("start") && html`<button aria-label=${"Start " + w.name} onClick=${() => start(w)}>Start</button>`}</td></tr>`)}</tbody></table>`}<//>
      ${all.signals.length > 0 && html`<${Section} title="Signals" id="signals"><${Names} of=${all.signals} id="signals" /><//>`}
      ${all.activities.length > 0 && html`<${Section} title="Activities" id="activities"><${Names} of=${all.activities} id="activities" output /><//>`}`}
    ${starting && html`<${Start} definition=${starting} closed=${() => start(null)} />`}`;
}

function Names({ of, id, output }) {
  return html`<table class="cards" aria-labelledby=${id}><thead><tr><th scope="col">Name</th><th scope="col">${output ? "Input" : "Carries"}</th>${output && html`<th scope="col">Output</th><th scope="col">Queue</th>`}</tr></thead>
    <tbody>${of.map((d) => html`<tr key=${d.name}><td><b>${plain(d.name)}</b></td><td data-name="Input"><code>${plain(d.input)}</code></td>${output && html`<td data-name="Output"><code>${plain(d.output)}</code></td><td data-name="Queue">${plain(d.queue ?? "")}</td>`}</tr>`)}</tbody></table>`;
}
