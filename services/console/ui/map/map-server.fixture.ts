import { join } from 'node:path';
import { openDatasets } from '@plat/dataset';
import { readPoolOf, type Sql } from '@plat/db';
import { AppError } from '@plat/kit';
import { createTileRoutes, TILES_PATH } from '../../src/tiles/index.ts';
import type { MapPoint } from './index.ts';

/** The policy of the console: a map needs nothing of other hosts, no inline code and no blobs. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'";

/** The utility classes of the console's sheet that give the map its place and size. */
const SHEET = `
  :root { color-scheme: light; --color-ink: #1c1b19; --color-surface: #fff; --color-line: #e2dfd9;
    --color-accent: #0d6b52; --font-sans: sans-serif; }
  :root[data-theme=dark] { color-scheme: dark; --color-ink: #eceae6; --color-surface: #191b1e; --color-line: #2c2f34;
    --color-accent: #58c9a3; background: #111214; }
  body { margin: 0; color: var(--color-ink); }
  main { display: flex; height: 100vh; }
  ol { width: 14rem; overflow: auto; margin: 0; }
  main > div { flex: 1; min-width: 0; }
  section { position: relative; width: 100%; height: 100%; overflow: hidden; }
  .absolute { position: absolute; } .inset-0 { inset: 0; } .top-3 { top: 12px; } .right-3 { right: 12px; }
  .bottom-3 { bottom: 12px; } .left-3 { left: 12px; } .bg-surface { background: var(--color-surface); }
  section button { color: inherit; background: var(--color-surface); min-width: 28px; min-height: 28px; }
  .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }`;

export interface MapServer {
  url: string;
  stop(): Promise<void>;
}

/** Serves a page with the map over a database with records. */
export async function startMapServer(
  sql: Sql,
  page: { subject: { latitude: number; longitude: number }; points: readonly MapPoint[] },
): Promise<MapServer> {
  const begin = openDatasets(readPoolOf(sql), 'live');
  const tiles = createTileRoutes({ beginRequest: () => begin() });
  const files = await bundle();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const headers = { 'content-security-policy': POLICY };
      if (pathname === '/page.json') return Response.json(page, { headers });
      if (pathname === `${TILES_PATH}/current`) {
        return Response.json({ ...(await tiles.tileSet('live', request.signal)), base_map: null });
      }
      const [, version, z, x, file] = /^\/console\/tiles\/([^/]+)\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
      if (version !== undefined) {
        return tiles.tile(request, version, z!, x!, file!).catch((error: unknown) => {
          if (error instanceof AppError) return new Response(error.message, { status: 404 });
          throw error;
        });
      }
      const asset = files.get(pathname);
      if (asset === undefined) return new Response('not found', { status: 404, headers });
      return new Response(asset, { headers: { ...headers, 'content-type': asset.type } });
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}

async function bundle(): Promise<Map<string, Blob>> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'map-page.fixture.tsx')],
    target: 'browser',
    splitting: true,
    minify: true,
    publicPath: '/assets/',
    define: { 'process.env.NODE_ENV': '"production"' },
    naming: { entry: 'page.[ext]', chunk: '[name]-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  const text = (body: string, type: string) => new Blob([body], { type });
  const html = `<!doctype html><html lang="en"><head><title>Map</title><link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/console.css"><script type="module" src="/assets/page.js"></script></head>
    <body><div id="page"></div></body></html>`;
  const files = new Map([
    ['/', text(html, 'text/html')],
    ['/icon.svg', text('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
    ['/console.css', text(SHEET, 'text/css')],
  ]);
  for (const output of built.outputs) {
    const name = `/assets/${output.path.replace(/^.*\//, '')}`;
    files.set(name, new Blob([await output.arrayBuffer()], { type: 'text/javascript' }));
  }
  return files;
}
