import { CHANGE_KINDS, CHANGELOG, type Release } from '@plat/contracts';
import { escapeHtml, htmlPage } from './html.ts';

/** Renders the text of a change; its only markup is code in backticks. */
const lineOf = (text: string): string => escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');

const sectionOf = ({ date, version, changes }: Release): string => {
  const kinds = CHANGE_KINDS.map((kind) => [kind, changes.filter((change) => change.kind === kind)] as const);
  const lists = kinds
    .filter(([, ofKind]) => ofKind.length > 0)
    .map(([kind, ofKind]) => {
      const items = ofKind.map((change) => `<li><b>${change.interface}:</b> ${lineOf(change.text)}</li>`);
      return `<h3>${kind}</h3>\n<ul>\n${items.join('\n')}\n</ul>`;
    });
  const title = version === null ? date : `${version} (${date})`;
  return `<h2 id="${date}"><time datetime="${date}">${title}</time></h2>\n${lists.join('\n')}`;
};

/** The HTML page at `/changelog`. */
export const changelogPage = (releases: readonly Release[] = CHANGELOG): string =>
  htmlPage(
    'Plat API: changelog',
    'Changes for callers of the Plat API.',
    `<h1>Changelog</h1>
<p class="lead">Changes for callers of the API. Version 1 takes additions only. A removal is announced 12 months
ahead, with the headers <code>Deprecation</code> and <code>Sunset</code>.</p>
<p><a href="/">Plat API</a> · <a href="/docs">Reference</a> · <a href="/changelog/json">The same as JSON</a></p>
${releases.map(sectionOf).join('\n')}`,
  );
