// What the page uses of htm.mjs.
declare const htm: { bind(h: (type: any, props: any, ...children: any[]) => any): (strings: TemplateStringsArray, ...values: any[]) => any };
export default htm;
