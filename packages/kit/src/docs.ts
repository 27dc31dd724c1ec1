import { existsSync, readFileSync } from 'node:fs';
import type { swagger } from '@elysiajs/swagger';
import type { OpenApiDocument } from '@plat/contracts';
import { Elysia } from 'elysia';
import type { HttpRoute } from './http-app.ts';
import { staticRoute, utf8 } from './static-route.ts';

export { negotiatedRoute, textPage } from './static-route.ts';

type SwaggerOptions = NonNullable<Parameters<typeof swagger>[0]>;

const PAGE_PATH = '/docs';
const DOCUMENT_PATH = '/docs/json';
/** Where tools look for the document that no page names. */
const WELL_KNOWN_DOCUMENT_PATH = '/openapi.json';
export const FAVICON_PATH = '/favicon.svg';
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5ccf"/>' +
  '<path d="M6 16 16 7l10 9v10H6z" fill="#fff"/><path d="M13 26v-7h6v7z" fill="#0a5ccf"/></svg>';

/** Stands for a key where there is none to show. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

/** The viewer without what would call its maker: fonts, proxy, telemetry, assistants, links to its hosted client. */
const VIEWER = {
  url: DOCUMENT_PATH,
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  orderSchemaPropertiesBy: 'preserve',
};

/** A bundled service has no packages; what bundles it puts the script of the viewer beside it. */
function viewerFile(): URL {
  const bundled = new URL('docs-viewer.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
}

export interface DocsOptions {
  document: OpenApiDocument;
  /** A key that whoever asks may see, for the snippets of the page; null or none shows a placeholder. */
  demoKey?(request: Request): string | null;
}

/**
 * Routes of the documentation: the page at `/docs`, the document at `/docs/json` and `/openapi.json`, the icon, and the
 * page's script. Nothing is loaded from another server.
 */
export function docs({ document, demoKey }: DocsOptions): HttpRoute[] {
  const script = readFileSync(viewerFile());
  const scriptPath = `${PAGE_PATH}/assets/scalar-${Bun.hash(script).toString(36)}.js`;
  const pageWith = (key: string): HttpRoute =>
    staticRoute(PAGE_PATH, async () => ({
      body: utf8(await renderPage(document, scriptPath, key)),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    }));
  const plainPage = pageWith(KEY_PLACEHOLDER);
  let keyedPage: { key: string; page: HttpRoute } | undefined;
  const documentAt = (path: string): HttpRoute =>
    staticRoute(path, async () => ({
      body: utf8(JSON.stringify(document)),
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    }));
  return [
    {
      method: 'GET',
      path: PAGE_PATH,
      handle: (exchange) => {
        const key = demoKey?.(exchange.request) ?? null;
        if (key === null) return plainPage.handle(exchange);
        if (keyedPage?.key !== key) keyedPage = { key, page: pageWith(key) };
        return keyedPage.page.handle(exchange);
      },
    },
    documentAt(DOCUMENT_PATH),
    documentAt(WELL_KNOWN_DOCUMENT_PATH),
    staticRoute(FAVICON_PATH, async () => ({
      body: utf8(FAVICON),
      contentType: 'image/svg+xml',
      cacheControl: 'public, max-age=86400',
    })),
    staticRoute(scriptPath, async () => ({
      body: new Uint8Array(script),
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
    })),
  ];
}

/** Loaded when somebody reads: it is a tenth of what a start would load. */
async function renderPage({ info }: OpenApiDocument, scriptPath: string, key: string): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger');
  const securitySchemes = { apiKey: { value: key }, bearerKey: { token: key } };
  const authentication = { preferredSecurityScheme: 'apiKey', securitySchemes };
  // The page needs the title and a line for search engines, which is put into an attribute as it is.
  const description = info.description.split('\n', 1)[0]?.replaceAll('"', '') ?? '';
  const viewer = new Elysia().use(
    swagger({
      path: PAGE_PATH,
      specPath: DOCUMENT_PATH,
      exclude: /^/,
      documentation: { info: { ...info, description } } as unknown as SwaggerOptions['documentation'],
      scalarCDN: scriptPath,
      scalarConfig: {
        ...{ spec: { url: DOCUMENT_PATH }, customCss: '', ...VIEWER, authentication },
      } as SwaggerOptions['scalarConfig'],
    }),
  );
  const html = await (await viewer.handle(new Request(`http://docs.internal${PAGE_PATH}`))).text();
  return withoutInlineScript(html)
    .replace('<html>', '<html lang="en">')
    .replace('</title>', `</title>\n    <link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml" />`);
}

/** White space inside the element that carries the configuration would count as a script, which the policy refuses. */
const withoutInlineScript = (html: string): string => html.replace(/>\s+<\/script>/g, '></script>');
