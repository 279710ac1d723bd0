// Changes as the server tells of them. A stream says that something is different, never what.
import { cell } from "./cell.mjs";
import { ask } from "./api.mjs";

const silentFor = 20_000; // a comment comes every 15 s, unless a proxy gathers what is sent
const pollEvery = 5_000;
const tryEvery = 2_000;

/** Whether streams do not get through, so that the page asks by itself. */
export const polling = cell(false);

const streams = new Map();

/** Calls changed when what the query of /stream names has changed, while the page is shown. Returns what ends it. */
export function follow(query, changed) {
  let one = streams.get(query);
  if (!one) {
    one = { query, changed: new Set(), last: "", over: false, abort: new AbortController() };
    streams.set(query, one);
    listen(one);
  }
  one.changed.add(changed);
  return () => {
    one.changed.delete(changed);
    if (one.changed.size) return;
    one.over = true;
    one.abort.abort();
    streams.delete(query);
  };
}

const shown = () => document.hidden && new Promise((go) => document.addEventListener("visibilitychange", go, { once: true }));
const pause = (ms) => new Promise((go) => setTimeout(go, ms));
const tell = (one) => one.changed.forEach((changed) => changed());

document.addEventListener("visibilitychange", () => {
  if (document.hidden) for (const one of streams.values()) one.abort.abort();
});

async function listen(one) {
  const asking = setInterval(() => polling.get() && !document.hidden && tell(one), pollEvery);
  await attend(one);
  clearInterval(asking);
}

/** Opens one stream after the other. */
async function attend(one) {
  let refused = 0;
  for (let first = true; !one.over; first = false) {
    while (document.hidden) await shown();
    if (one.over) return;
    if (!first) tell(one); // what happened in between
    one.abort = new AbortController();
    let through = false;
    const late = setTimeout(() => { // a proxy may hold even the beginning back
      polling.set(true);
      one.abort.abort();
    }, silentFor);
    try {
      const answer = await ask("stream?" + one.query, {
        signal: one.abort.signal,
        headers: { Accept: "text/event-stream", ...(one.last && { "Last-Event-ID": one.last }) },
      });
      clearTimeout(late);
      refused = [403, 404, 410].includes(answer.status) ? refused + 1 : 0; // it may be permitted, or there, later
      if (answer.ok) through = await read(one, answer.body.getReader());
    } catch { /* the stream has ended: another one */ }
    clearTimeout(late);
    if (one.over) return;
    if (document.hidden) continue;
    await pause(through ? tryEvery : Math.min(pollEvery * Math.max(refused, 1), 60_000));
  }
}

/** Reads a stream to its end. It reports whether anything came. */
async function read(one, reader) {
  const text = new TextDecoder();
  let rest = "", event = "", came = false, timer;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!came) polling.set(true);
      one.abort.abort();
    }, silentFor);
  };
  try {
    for (watch(); ; watch()) {
      const { done, value } = await reader.read();
      if (done) return came;
      came = true;
      polling.set(false);
      const lines = (rest + text.decode(value, { stream: true })).split("\n");
      rest = lines.pop();
      for (const line of lines) {
        if (line.startsWith("event:")) event = line.slice(6).trim();
        else if (line.startsWith("id:")) one.last = line.slice(3).trim();
        else if (line === "" && event) {
          event = "";
          tell(one);
        }
      }
    }
  } finally {
    clearTimeout(timer);
  }
}
