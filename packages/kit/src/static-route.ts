import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Exchange, HttpRoute } from './http-app.ts';

const MIN_COMPRESSED_BYTES = 1024;

/** The page may only load from and call this server. It writes its own style elements. */
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

export interface StaticFile {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  cacheControl: string;
}

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** A text page for people and programs, such as `/llms.txt`. */
export const textPage = (path: string, contentType: string, text: string): HttpRoute =>
  staticRoute(path, async () => textFile(contentType, text));

const textFile = (contentType: string, text: string): StaticFile => ({
  body: utf8(text),
  contentType: `${contentType}; charset=utf-8`,
  cacheControl: 'no-cache',
});

/** One path that returns a page to browsers and another text to everybody else. */
export function negotiatedRoute(path: string, html: string, other: { contentType: string; text: string }): HttpRoute {
  const page = textPage(path, 'text/html', html);
  const rest = textPage(path, other.contentType, other.text);
  return {
    method: 'GET',
    path,
    handle: async (exchange) => {
      const wantsHtml = prefersHtml(exchange.request.headers.get('accept'));
      const response = await (wantsHtml ? page : rest).handle(exchange);
      response.headers.set('vary', 'accept, accept-encoding');
      return response;
    },
  };
}

/** True when an Accept header prefers HTML over types that programs request. Wildcards do not count. */
export function prefersHtml(accept: string | null): boolean {
  const qualityOf = (type: string): number => {
    const range = accept?.split(',').find((one) => one.split(';', 1)[0]?.trim().toLowerCase() === type);
    if (range === undefined) return 0;
    const quality = Number(/;\s*q\s*=\s*([\d.]+)/i.exec(range)?.[1] ?? 1);
    return Number.isFinite(quality) ? quality : 0;
  };
  const html = qualityOf('text/html');
  return html > 0 && html >= qualityOf('application/json') && html >= qualityOf('text/markdown');
}

/** Built on the first request, compressed once, revalidated by ETag. */
export function staticRoute(path: string, make: () => Promise<StaticFile>): HttpRoute {
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
