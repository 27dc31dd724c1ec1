import { escapeHtml, htmlPage } from './html.ts';

const LEAD = 'Public property records turned into who is buying near an address.';

const LINKS: readonly (readonly [path: string, name: string, text: string])[] = [
  ['/docs', 'Reference', 'Every endpoint, field and error, with requests that you can send from the page.'],
  ['/openapi.json', 'OpenAPI 3.1', 'The same as a document for generators and tools.'],
  ['/postman.json', 'Postman collection', 'Import it, then set its variables baseUrl and apiKey.'],
  ['/changelog', 'Changelog', 'Additions and announced removals.'],
  ['/llms.txt', 'For language models', 'Everything that a code-writing model needs.'],
];

const CONSOLE = ['/console', 'Console', 'Buyers, values and offers on a map, and the pages of the operator.'] as const;

const FIRST_REQUEST = `curl -s "$PLAT_URL/v1/autocomplete" \\
  -H "x-api-key: $PLAT_KEY" -H 'content-type: application/json' \\
  -d '{"search_string": "3043 W Mon"}'`;

/**
 * The HTML page at `/`.
 * @param hasConsole true if people can sign in to the web console of this Plat.
 */
export const homePage = (version: string, hasConsole: boolean): string =>
  htmlPage(
    'Plat API',
    LEAD,
    `<h1>Plat API</h1>
<p class="lead">${LEAD}</p>
<p>Version ${escapeHtml(version)}. HTTPS and JSON. Send your key in <code>x-api-key</code> or as
<code>Authorization: Bearer</code>.</p>
<pre><code>${escapeHtml(FIRST_REQUEST)}</code></pre>
<dl>
${[...(hasConsole ? [CONSOLE] : []), ...LINKS].map(([path, name, text]) => `<dt><a href="${path}">${name}</a></dt><dd>${text}</dd>`).join('\n')}
</dl>`,
  );
