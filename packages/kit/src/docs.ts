import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { swagger } from '@elysiajs/swagger';
import type { OpenApiDocument } from '@plat/contracts';
import { Elysia } from 'elysia';
import type { Exchange, HttpRoute } from './http-app.ts';

type SwaggerOptions = NonNullable<Parameters<typeof swagger>[0]>;

const PAGE_PATH = '/docs';
const DOCUMENT_PATH = '/docs/json';
const MIN_COMPRESSED_BYTES = 1024;

/** Everything comes from this server, and the page talks to nobody else. The page writes its own style elements. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

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

interface StaticFile {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  cacheControl: string;
}

/**
 * Routes of the documentation: the page at `/docs`, the document at `/docs/json`, and the page's script. Nothing is
 * loaded from another server.
 */
export function docs({ document }: { document: OpenApiDocument }): HttpRoute[] {
  const script = readFileSync(viewerFile());
  const scriptPath = `${PAGE_PATH}/assets/scalar-${Bun.hash(script).toString(36)}.js`;
  let viewer: ReturnType<typeof viewerOf> | undefined;
  const render = async (path: string): Promise<string> => {
    viewer ??= viewerOf(document, scriptPath);
    return (await (await viewer).handle(new Request(`http://docs.internal${path}`))).text();
  };
  return [
    staticRoute(PAGE_PATH, async () => ({
      body: utf8(withoutInlineScript(await render(PAGE_PATH))),
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    })),
    staticRoute(DOCUMENT_PATH, async () => ({
      body: utf8(await render(DOCUMENT_PATH)),
      contentType: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
    })),
    staticRoute(scriptPath, async () => ({
      body: new Uint8Array(script),
      contentType: 'text/javascript; charset=utf-8',
      cacheControl: 'public, max-age=31536000, immutable',
    })),
  ];
}

/** Loaded when somebody reads: it is a tenth of what a start would load. */
async function viewerOf(document: OpenApiDocument, scriptPath: string) {
  const { swagger } = await import('@elysiajs/swagger');
  return new Elysia().use(
    swagger({
      path: PAGE_PATH,
      specPath: DOCUMENT_PATH,
      exclude: /^/,
      documentation: document as unknown as SwaggerOptions['documentation'],
      scalarCDN: scriptPath,
      scalarConfig: { spec: { url: DOCUMENT_PATH }, customCss: '', ...VIEWER } as SwaggerOptions['scalarConfig'],
    }),
  );
}

/** A page of plain text for people and programs, such as `/llms.txt`. */
export const textPage = (path: string, contentType: string, text: string): HttpRoute =>
  staticRoute(path, async () => ({
    body: utf8(text),
    contentType: `${contentType}; charset=utf-8`,
    cacheControl: 'no-cache',
  }));

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** White space inside the element that carries the configuration would count as a script, which the policy refuses. */
const withoutInlineScript = (html: string): string => html.replace(/>\s+<\/script>/g, '></script>');

/** Made on the first request, compressed once, revalidated by its entity tag. */
function staticRoute(path: string, make: () => Promise<StaticFile>): HttpRoute {
  let prepared: Promise<StaticFile & { zipped: Uint8Array<ArrayBuffer>; etag: string }> | undefined;
  const prepare = async () => {
    const file = await make();
    const etag = `W/"${Bun.hash(file.body).toString(36)}"`;
    return { ...file, etag, zipped: new Uint8Array(await promisify(gzip)(file.body)) };
  };
  const handle = async ({ request, setHeader }: Exchange): Promise<Response> => {
    prepared ??= prepare();
    const { body, zipped, etag, contentType, cacheControl } = await prepared;
    setHeader('cache-control', cacheControl);
    setHeader('content-security-policy', CONTENT_SECURITY_POLICY);
    setHeader('x-content-type-options', 'nosniff');
    setHeader('referrer-policy', 'no-referrer');
    const headers = { etag, vary: 'accept-encoding', 'content-type': contentType };
    if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers });
    const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers.get('accept-encoding') ?? '');
    if (!acceptsGzip || body.byteLength < MIN_COMPRESSED_BYTES) return new Response(body, { headers });
    return new Response(zipped, { headers: { ...headers, 'content-encoding': 'gzip' } });
  };
  return { method: 'GET', path, handle };
}
