import { existsSync, readFileSync } from 'node:fs';
import type { swagger } from '@elysiajs/swagger';
import type { OpenApiDocument } from '@plat/contracts';
import { Elysia } from 'elysia';
import { PAGE_SCRIPT, PAGE_STYLE } from './docs-page.ts';
import type { HttpRoute } from './http-app.ts';
import { staticRoute, utf8 } from './static-route.ts';

export { negotiatedRoute, textPage } from './static-route.ts';

type SwaggerOptions = NonNullable<Parameters<typeof swagger>[0]>;

const PAGE_PATH = '/docs';
const DOCUMENT_PATH = '/docs/json';
/** The document with the demo key in its samples. The page reads it when there is a demo key. */
const DEMO_DOCUMENT_PATH = '/docs/demo.json';
/** Default path at which tools look for the document. */
const WELL_KNOWN_DOCUMENT_PATH = '/openapi.json';
export const FAVICON_PATH = '/favicon.svg';
const FAVICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5ccf"/>' +
  '<path d="M6 16 16 7l10 9v10H6z" fill="#fff"/><path d="M13 26v-7h6v7z" fill="#0a5ccf"/></svg>';

/** Its name contains a hash of its content, so browsers may cache it permanently. */
const PAGE_SCRIPT_PATH = `${PAGE_PATH}/assets/page-${Bun.hash(PAGE_SCRIPT).toString(36)}.js`;

/** Replaces the key when there is none to show. */
export const KEY_PLACEHOLDER = 'YOUR_API_KEY';

/**
 * Disables everything that contacts the viewer's vendor: fonts, proxy, telemetry, assistants, links to its hosted
 * client.
 */
const VIEWER = {
  withDefaultFonts: false,
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  orderSchemaPropertiesBy: 'preserve',
};

/** A bundled service has no packages; the bundler copies the viewer's script next to the bundle. */
function viewerFile(): URL {
  const bundled = new URL('docs-viewer.js', import.meta.url);
  return existsSync(bundled) ? bundled : new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference'));
}

export interface DocsOptions {
  document: OpenApiDocument;
  /** Returns a key for the snippets on the page that this caller may see. Null or no function shows a placeholder. */
  demoKey?(request: Request): string | null;
}

/**
 * Routes of the documentation: the page at `/docs`, the document at `/docs/json` and `/openapi.json`, the icon, and
 * the page's script. Nothing is loaded from another server.
 */
export function docs({ document, demoKey }: DocsOptions): HttpRoute[] {
  const script = readFileSync(viewerFile());
  const scriptPath = `${PAGE_PATH}/assets/scalar-${Bun.hash(script).toString(36)}.js`;
  const pageWith = (key: string, documentPath: string): HttpRoute =>
    staticRoute(PAGE_PATH, async () => ({
      body: utf8(await renderPage(document, { scriptPath, key, documentPath })),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    }));
  const plainPage = pageWith(KEY_PLACEHOLDER, DOCUMENT_PATH);
  let demo: { key: string; origin: string; page: HttpRoute; document: HttpRoute } | undefined;
  const demoFor = (request: Request): typeof demo => {
    const key = demoKey?.(request) ?? null;
    if (key === null) return undefined;
    const { origin } = new URL(request.url);
    if (demo?.key !== key || demo.origin !== origin) {
      const filled = withSamplesFilled(document, key, origin);
      demo = { key, origin, page: pageWith(key, DEMO_DOCUMENT_PATH), document: jsonRoute(DEMO_DOCUMENT_PATH, filled) };
    }
    return demo;
  };
  const plainDocument = jsonRoute(DOCUMENT_PATH, document);
  return [
    {
      method: 'GET',
      path: PAGE_PATH,
      handle: (exchange) => (demoFor(exchange.request)?.page ?? plainPage).handle(exchange),
    },
    {
      method: 'GET',
      path: DEMO_DOCUMENT_PATH,
      handle: (exchange) => (demoFor(exchange.request)?.document ?? plainDocument).handle(exchange),
    },
    plainDocument,
    jsonRoute(WELL_KNOWN_DOCUMENT_PATH, document),
    staticRoute(FAVICON_PATH, async () => ({
      body: utf8(FAVICON),
      contentType: 'image/svg+xml',
      cacheControl: 'public, max-age=86400',
    })),
    scriptRoute(scriptPath, new Uint8Array(script)),
    scriptRoute(PAGE_SCRIPT_PATH, utf8(PAGE_SCRIPT)),
  ];
}

const jsonRoute = (path: string, value: object): HttpRoute =>
  staticRoute(path, async () => ({
    body: utf8(JSON.stringify(value)),
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
  }));

/** The document with samples that run unchanged, using a key that the reader may use. */
const withSamplesFilled = (document: OpenApiDocument, key: string, origin: string): object =>
  JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'source' && typeof value === 'string'
      ? value
          .replaceAll('$PLAT_URL', origin)
          .replaceAll('$PLAT_KEY', key)
          .replaceAll('process.env.PLAT_URL!', `'${origin}'`)
          .replaceAll('process.env.PLAT_KEY', `'${key}'`)
      : value,
  );

const scriptRoute = (path: string, body: Uint8Array<ArrayBuffer>): HttpRoute =>
  staticRoute(path, async () => ({
    body,
    contentType: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  }));

/** Imported on demand, because it is a tenth of the code loaded at startup. */
async function renderPage(
  { info }: OpenApiDocument,
  { scriptPath, key, documentPath }: { scriptPath: string; key: string; documentPath: string },
): Promise<string> {
  const { swagger } = await import('@elysiajs/swagger');
  const securitySchemes = { apiKey: { value: key }, bearerKey: { token: key } };
  const authentication = { preferredSecurityScheme: 'apiKey', securitySchemes };
  // The page needs the title, and one line for search engines that is copied into an attribute unescaped.
  const description = info.description.split('\n', 1)[0]?.replaceAll('"', '') ?? '';
  const viewer = new Elysia().use(
    swagger({
      path: PAGE_PATH,
      specPath: DOCUMENT_PATH,
      exclude: /^/,
      documentation: { info: { ...info, description } } as unknown as SwaggerOptions['documentation'],
      scalarCDN: scriptPath,
      scalarConfig: {
        spec: { url: documentPath },
        url: documentPath,
        customCss: PAGE_STYLE,
        ...VIEWER,
        authentication,
      } as SwaggerOptions['scalarConfig'],
    }),
  );
  const html = await (await viewer.handle(new Request(`http://docs.internal${PAGE_PATH}`))).text();
  return withoutInlineScript(html)
    .replace('<html>', '<html lang="en">')
    .replace('</title>', `</title>\n    <link rel="icon" href="${FAVICON_PATH}" type="image/svg+xml" />`)
    .replace('</body>', `  <script src="${PAGE_SCRIPT_PATH}"></script>\n  </body>`);
}

/**
 * White space inside the configuration element would count as inline script, which the content security policy
 * blocks.
 */
const withoutInlineScript = (html: string): string => html.replace(/>\s+<\/script>/g, '></script>');
