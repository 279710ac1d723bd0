// Times: by the store's clock, in the form that was chosen for the whole page.
import { cell, keptCell, useCell } from "./cell.mjs";
import { html } from "./html.mjs";
import { storeNow } from "./api.mjs";

/** How times are written: relative, local or utc. */
export const zone = keptCell("reprise.zone", "relative");

const tick = cell(0);
setInterval(() => document.hidden || tick.set(tick.get() + 1), 1000);

/** The store's time now, in a component that follows it. */
export function useNow() {
  useCell(tick);
  return storeNow();
}

/** @type {[string, number][]} */
const steps = [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]];

/** Seconds in words, as "2 h 5 min", or with fewer words "2 h". */
export function duration(seconds, most = 2) {
  if (seconds < 0) return "-" + duration(-seconds, most);
  if (seconds < 0.001) return seconds === 0 ? "0 s" : "< 1 ms";
  if (seconds < 0.9995) return Math.round(seconds * 1000) + " ms";
  if (seconds < 9.95) return seconds.toFixed(1).replace(/\.0$/, "") + " s";
  let rest = Math.round(seconds);
  const words = [];
  for (const [unit, size] of steps) {
    const n = Math.floor(rest / size);
    rest -= n * size;
    if (n) words.push(n + " " + unit);
    else if (words.length) break;
    if (words.length === most) break;
  }
  return words.join(" ");
}

const two = (n) => String(n).padStart(2, "0");

/** The parts of a moment as texts: its day, its time to the second, and the milliseconds. */
function parts(d, utc) {
  const part = (name) => d[(utc ? "getUTC" : "get") + name]();
  return {
    day: `${part("FullYear")}-${two(part("Month") + 1)}-${two(part("Date"))}`,
    time: `${two(part("Hours"))}:${two(part("Minutes"))}:${two(part("Seconds"))}`,
    millis: "." + String(part("Milliseconds")).padStart(3, "0"),
  };
}

/** A moment as text, with its zone. */
export function clock(ms, utc) {
  const d = new Date(ms);
  if (Number.isNaN(d.getTime())) return "";
  const { day, time, millis } = parts(d, utc);
  return `${day} ${time}${millis} ${utc ? "UTC" : offset(d)}`;
}

/**
 * Moments of an axis as texts, the first of which is its beginning: relative, how long after that; else the time of day, to
 * milliseconds if it is fine, or with the day where it is another one than that of the text before.
 */
export function axis(moments, how, fine) {
  let before = "";
  return moments.map((ms, i) => {
    if (how === "relative") return (i ? "+" : "") + duration((ms - moments[0]) / 1000);
    const { day, time, millis } = parts(new Date(ms), how === "utc");
    const another = i > 0 && day !== before;
    before = day;
    return another ? day.slice(5) + " " + time : time + (fine ? millis : "");
  });
}

function offset(d) {
  const minutes = -d.getTimezoneOffset();
  const of = Math.abs(minutes);
  return (minutes < 0 ? "-" : "+") + two(Math.floor(of / 60)) + ":" + two(of % 60);
}

/** A moment. */
export function Time({ at }) {
  const how = useCell(zone);
  return at ? html`<${how === "relative" ? Relative : Absolute} at=${at} utc=${how === "utc"} />` : null;
}

function Absolute({ at, utc }) {
  return html`<time datetime=${at}>${clock(Date.parse(at), utc)}</time>`;
}

function Relative({ at }) {
  const seconds = (useNow() - Date.parse(at)) / 1000;
  const text = Math.abs(seconds) < 1 ? "now" : seconds > 0 ? duration(Math.floor(seconds), 1) + " ago" : "in " + duration(Math.ceil(-seconds));
  return html`<time datetime=${at} title=${clock(Date.parse(at), true)}>${text}</time>`;
}

/** How long it is since a moment. */
export function For({ since }) {
  const seconds = Math.max(0, Math.floor((useNow() - Date.parse(since)) / 1000));
  return html`<time datetime=${since} title=${clock(Date.parse(since), true)}>${duration(seconds, 1)}</time>`;
}
