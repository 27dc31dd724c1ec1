/** Text that is HTML already. */
export interface Markup {
  readonly text: string;
}

type Part = Markup | string | number | readonly Markup[];

const asText = (part: Part): string =>
  typeof part === 'object'
    ? 'text' in part
      ? part.text
      : part.map(({ text }) => text).join('')
    : Bun.escapeHTML(String(part));

/** HTML in which every inserted text is escaped. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  text: texts.map((text, at) => text + (at < parts.length ? asText(parts[at] as Part) : '')).join(''),
});

export const NOTHING: Markup = { text: '' };

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1b19; --soft: #55514c; --paper: #f7f6f3; --line: #e2dfd9;
  --accent: #0d6b52 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eceae6; --soft: #b5b0a9; --paper: #111214; --line: #2c2f34; --accent: #58c9a3 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 2.5rem 1.25rem 3rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); font-variant-numeric: tabular-nums }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem }
p { color: var(--soft); margin: .25rem 0 }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: 1rem; margin: 1.25rem 0 }
dt { color: var(--soft); font-size: .8rem } dd { margin: 0; font-weight: 600; font-size: 1.15rem }
dd + dd { color: var(--soft); font-weight: 400; font-size: .8rem } .most dd:nth-of-type(1) { color: var(--accent);
  font-size: 1.8rem; line-height: 1.2 }
.scroll { overflow-x: auto } table { width: 100%; border-collapse: collapse; font-size: .9rem }
th { text-align: left; font-weight: 550; font-size: .8rem; color: var(--soft) }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); white-space: nowrap }
td:nth-child(2) { white-space: normal; overflow-wrap: anywhere; min-width: 10rem } .number { text-align: right }
a { color: var(--accent) } footer { margin-top: 2rem; font-size: .85rem }
@media print { a { display: none } :root { color-scheme: light; --paper: #fff } body { padding: 0; font-size: 11px } tr { break-inside: avoid } }
`;
const STYLE_HASH = new Bun.CryptoHasher('sha256').update(STYLE).digest('base64');

/** No script, no connection, and no frame around the page. */
export const pagePolicy = [
  "default-src 'none'",
  'img-src data:',
  `style-src 'sha256-${STYLE_HASH}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A whole page without a way to other pages. */
export const sharePage = (title: string, main: Markup): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${{ text: STYLE }}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
