// What the screens are written with: Preact, its hooks, and htm in the place of JSX.
import { h, render, Fragment } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
export { render, Fragment };

/** Marks that turn the direction of text are written out, so that nothing reads as what it is not. */
export const plain = (text) => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

const said = ["title", "aria-label", "placeholder"]; // attributes that somebody reads or hears

export const html = htm.bind((type, props, ...children) => {
  if (typeof type === "string" && props) for (const name of said) if (typeof props[name] === "string") props[name] = plain(props[name]);
  return h(type, props, ...children);
});
