import { brotliCompressSync, constants } from 'node:zlib';
import { type UiFile, uiFiles } from './ui-files.ts';

/** Every page of the console is below this path. */
export const UI_PATH = '/console';
const ASSETS_PATH = `${UI_PATH}/assets/`;
const PAGE = 'index.html';
/** Above this quality, compressing takes seconds for one part in a hundred. */
const BROTLI_QUALITY = 9;
const GZIP_LEVEL = 9;
const COMPRESSED = /\.(js|css|html|svg|json)$/;
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  woff2: 'font/woff2',
};

export interface UiOptions {
  /** Other origins that the map may read, such as that of an operator's tiles. */
  connectTo?: readonly string[];
}

/** What the pages may load: their own files, nothing inline, and no frame around them. */
const contentSecurityPolicy = (connectTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data: blob:",
    `connect-src ${["'self'", ...connectTo].join(' ')}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

type Encoding = 'br' | 'gzip';

interface ServedFile {
  mediaType: string;
  etag: string;
  bytes: Uint8Array;
  isCompressible: boolean;
  compressed: Map<Encoding, Uint8Array>;
}

function servedFile({ name, bytes }: UiFile): ServedFile {
  return {
    mediaType: MEDIA_TYPES[name.replace(/^.*\./, '')] ?? 'application/octet-stream',
    etag: `"${Bun.hash(bytes).toString(36)}"`,
    bytes,
    isCompressible: COMPRESSED.test(name) || name.endsWith('.mjs'),
    compressed: new Map(),
  };
}

const compress = (bytes: Uint8Array, encoding: Encoding): Uint8Array =>
  encoding === 'gzip'
    ? Bun.gzipSync(new Uint8Array(bytes), { level: GZIP_LEVEL })
    : brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

function encodingFor(request: Request): Encoding | null {
  const accepted = request.headers.get('accept-encoding') ?? '';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
}

/** The pages and files of the console. They hold no data, so they need no session. */
export interface UiRoutes {
  /** Answers `GET /console` and everything below it; a file that does not exist is 404. */
  respond(request: Request): Promise<Response>;
}

export function createUiRoutes({ connectTo }: UiOptions = {}): UiRoutes {
  let loading: Promise<Map<string, ServedFile>> | undefined;
  const load = async () => new Map((await uiFiles()).map((file) => [file.name, servedFile(file)]));
  const pageHeaders = {
    'content-security-policy': contentSecurityPolicy(connectTo),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  return {
    async respond(request) {
      loading ??= load();
      loading.catch(() => {
        loading = undefined;
      });
      const files = await loading;
      const { pathname } = new URL(request.url);
      const isAsset = pathname.startsWith(ASSETS_PATH);
      // The page itself finds out which view a path means.
      const file = files.get(isAsset ? pathname.slice(ASSETS_PATH.length) : PAGE);
      if (file === undefined) return new Response('Not found', { status: 404, headers: pageHeaders });
      const cache = isAsset ? 'public, max-age=31536000, immutable' : 'no-cache';
      return respondWith(request, file, { ...pageHeaders, 'cache-control': cache });
    },
  };
}

function respondWith(request: Request, file: ServedFile, shared: Record<string, string>): Response {
  const headers: Record<string, string> = { ...shared, etag: file.etag, vary: 'accept-encoding' };
  if (request.headers.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers });
  headers['content-type'] = file.mediaType;
  const encoding = file.isCompressible ? encodingFor(request) : null;
  if (encoding === null) return new Response(new Uint8Array(file.bytes), { headers });
  const compressed = file.compressed.get(encoding) ?? compress(file.bytes, encoding);
  file.compressed.set(encoding, compressed);
  return new Response(new Uint8Array(compressed), { headers: { ...headers, 'content-encoding': encoding } });
}
