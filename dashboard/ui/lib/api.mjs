// What the page asks of the API.
import { cell } from "./cell.mjs";
import { useEffect, useRef, useState } from "./html.mjs";
import { root } from "./route.mjs";
import { follow } from "./live.mjs";

const api = new URL("api/v1/", root);
const within = 40_000; // the server gives up before that

/** What the server told at the beginning: title, colour, links. */
export const options = JSON.parse(document.getElementById("options").textContent);

/** Names the tab of the browser after what it shows. */
export const title = (shown) => { document.title = (shown && shown + " · ") + options.title; };

/** What the API says of itself and of who asks: its first answer. */
export const about = cell(null);

/** Since when the server does not answer, as milliseconds; 0: it does. */
export const cutSince = cell(0);

/** Whether a login stands between the page and the API: who asks is no longer known. */
export const signedOut = cell(false);

/** How many milliseconds the store's clock is ahead of this browser's. */
let ahead = 0;

/** The store's time, in milliseconds. */
export const storeNow = () => Date.now() + ahead;

/** Whether the caller may do something, as far as no run decides it. */
export const may = (action) => about.get()?.actions.includes(action) ?? false;

/** An error as the API answers it: code, detail, and perhaps next, example, declared. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `the server answered ${status}`);
    Object.assign(this, body, { status });
  }
}

/** Whether an error may be gone when the same is asked again. */
export const passes = (error) => error.status === 0 || error.status === 429 || error.status >= 502;

// Whole numbers beyond what a number of this language holds keep their digits, where the browser can say them.
const exact = (_, v, at) => typeof v === "number" && !Number.isSafeInteger(v) && /^-?\d+$/.test(at?.source) ? BigInt(at.source) : v;
const { rawJSON } = /** @type {any} */ (JSON);
if (rawJSON) /** @type {any} */ (BigInt.prototype).toJSON = function () { return rawJSON(String(this)); };

/** The value of a JSON text. */
export const parse = (text) => rawJSON && /\d{16}/.test(text) ? JSON.parse(text, exact) : JSON.parse(text);

let token = "";
try {
  token = sessionStorage.getItem("reprise.token") ?? "";
} catch { /* it is asked for again */ }

/** Has each request carry a token, where the server wants one. */
export function setToken(text) {
  token = text;
  try {
    sessionStorage.setItem("reprise.token", text);
  } catch { /* the same */ }
}

/** Whether each request carries a token. */
export const hasToken = () => token !== "";

/** Whether a login answers in the place of the API: it sends elsewhere, or has a page of its own. */
const isLogin = (answer) => answer.type === "opaqueredirect" || answer.ok && (answer.headers.get("Content-Type") ?? "").startsWith("text/html");

/** Sends a request; who asks and whether the server answers is seen to here. */
export async function ask(path, init = {}) {
  const headers = { ...init.headers };
  if (token) headers.Authorization = "Bearer " + token;
  let answer;
  try {
    answer = await fetch(new URL(path, api), { signal: AbortSignal.timeout(within), ...init, headers, cache: "no-store", redirect: "manual" });
  } catch (e) {
    if (init.signal?.aborted) throw e;
    if (!cutSince.get()) cutSince.set(Date.now());
    throw new Problem(0, { code: "no_answer", detail: "the server does not answer" });
  }
  if (answer.status === 502 || answer.status === 504 && !answer.headers.get("Content-Type")?.includes("problem")) { // a proxy speaks
    if (!cutSince.get()) cutSince.set(Date.now());
  } else {
    cutSince.set(0);
  }
  const login = isLogin(answer);
  signedOut.set(login || answer.status === 401);
  if (login) throw new Problem(302, { code: "signed_out", detail: "you are not signed in" });
  return answer;
}

/** A file of the API's: its name and its bytes. It may take any time while bytes arrive. */
export async function file(path) {
  const silent = new AbortController();
  const give = () => setTimeout(() => silent.abort(), within);
  let alarm = give();
  try {
    const answer = await ask(path, { signal: silent.signal });
    if (!answer.ok) throw await problemOf(answer);
    const parts = [], reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      clearTimeout(alarm);
      alarm = give();
    }
    const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
    return { name: named?.[1] ?? path.split("/").at(-1), bytes: new Blob(parts) };
  } catch (e) {
    throw e instanceof Problem ? e : new Problem(0, { code: "no_answer", detail: "the server has not sent the whole file: ask for it again" });
  } finally {
    clearTimeout(alarm);
  }
}

/**
 * The path of an action on a queue or a schedule. A browser takes "." and ".." out of a path, so these names
 * stand in its query.
 */
export const onNamed = (kind, name, verb) => /^\.\.?$/.test(name) ? `${kind}/-/${verb}?name=${name}` : `${kind}/${encodeURIComponent(name)}/${verb}`;

async function problemOf(answer) {
  let body = {};
  try {
    body = await answer.json();
  } catch { /* a proxy's page */ }
  return new Problem(answer.status, body);
}

const kept = new Map(); // by path: the last answer, to be compared by its ETag
const mostKept = 100;

/** What a path answers: {value, etag, link}, link being the next page's path. */
export async function get(path, signal) {
  const before = kept.get(path);
  const answer = await ask(path, { headers: before ? { "If-None-Match": before.etag } : {}, ...(signal && { signal }) });
  if (answer.status === 304 && before) return before;
  if (!answer.ok) throw await problemOf(answer);
  const one = { value: parse(await answer.text()), etag: answer.headers.get("ETag") ?? "", damage: answer.headers.get("Reprise-History-Error") ?? "" };
  kept.delete(path);
  kept.set(path, one);
  if (kept.size > mostKept) kept.delete(kept.keys().next().value);
  return one;
}

/** Does something. The answer is what was done. */
export const post = (path, body, headers = {}) => send(path, JSON.stringify(body), headers);

/** post of a text that is JSON already. */
export async function send(path, body, headers = {}) {
  const answer = await ask(path, { method: "POST", body, headers: { "Content-Type": "application/json", ...headers } });
  if (!answer.ok) throw await problemOf(answer);
  const text = await answer.text();
  return text ? parse(text) : {};
}

/** Asks who asks, and what the store's clock says. */
export async function loadAbout() {
  const begun = Date.now();
  const { value } = await get("");
  ahead = Date.parse(value.now) - (begun + Date.now()) / 2;
  about.set(value);
}

/**
 * What a path answers, asked again when the stream of `on` tells of a change, every so many
 * milliseconds, and by reload. While another path is asked the answer of the one before stays:
 * {value, etag, error, path, reload}. A path of null asks nothing.
 */
export function useGet(path, { on = "", every = 0 } = {}) {
  /** @type {[{ value?: any, etag?: string, damage?: string, path?: string, error?: any }, (next: any) => void]} */
  const [state, set] = useState({});
  const reload = useRef(() => {});
  useEffect(() => {
    if (path === null) return;
    let over = false, busy = false, again = false;
    const load = async () => {
      if (busy) {
        again = true;
        return;
      }
      busy = true;
      do {
        again = false;
        try {
          const one = await get(path);
          if (!over) set({ ...one, path });
        } catch (error) {
          if (!over) set((s) => ({ ...(s.path === path || error.status === 0 ? s : {}), path, error }));
        }
      } while (again && !over);
      busy = false;
    };
    reload.current = load;
    load();
    const stop = on ? follow(on, load) : () => {};
    const timer = every ? setInterval(() => document.hidden || load(), every) : 0;
    return () => {
      over = true;
      stop();
      clearInterval(timer);
    };
  }, [path, on, every]);
  return { ...state, reload: () => reload.current() };
}
