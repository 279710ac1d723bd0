// What the screens are written with: Preact, its hooks, and htm in the place of JSX.
import { h, render, Fragment } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export { useEffect, useLayoutEffect, useMemo, useRef, useState } from "../vendor/hooks.mjs";
export { render, Fragment };
export const html = htm.bind(h);
