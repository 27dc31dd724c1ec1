import { FAVICON_PATH } from '@plat/kit/docs';

/** Escapes text for element content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --back: #ffffff; --line: #d0d7de; --link: #0a5ccf }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa5b1; --back: #0f1216; --line: #30363d; --link: #79b8ff }
}
body { margin: 0 auto; max-width: 44rem; padding: 3rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif;
  color: var(--text); background: var(--back) }
h1 { font-size: 1.75rem; margin: 0 0 .5rem } h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem }
p.lead, dd, .soft { color: var(--soft) } a { color: var(--link) } a:focus-visible { outline: 2px solid var(--link) }
dt { margin-top: 1rem; font-weight: 600 } dd { margin: 0 } li { margin: .35rem 0 }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }
pre { padding: 1rem; border: 1px solid var(--line); border-radius: .5rem; white-space: pre-wrap }
`;

/** A complete HTML page without scripts or external files. @param main HTML of the page. */
export const htmlPage = (title: string, description: string, main: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
