// What the page uses of preact.mjs.
export const h: any;
export const render: any;
export const Fragment: any;
