import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileStyles } from './styles.ts';

/** One file as the browser gets it. */
export interface UiFile {
  /** Below the folder of the assets, with a hash of its bytes; the page itself is `index.html`. */
  name: string;
  bytes: Uint8Array;
}

const UI = join(import.meta.dir, '..');
const ASSETS = '/console/assets';
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const hashed = (stem: string, extension: string, bytes: Uint8Array | string): string =>
  `${stem}-${Bun.hash(bytes).toString(36).padStart(13, '0').slice(-8)}.${extension}`;

/** Bundles the console for browsers. @throws when a source does not compile */
export async function buildUi(): Promise<UiFile[]> {
  const [scripts, styles] = await Promise.all([bundleScripts(), bundleStyles()]);
  const entry = scripts.entry;
  const page = pageText({ entry, style: styles.sheet, font: styles.font, imported: scripts.imported });
  return [...scripts.files, ...styles.files, { name: 'index.html', bytes: new TextEncoder().encode(page) }];
}

async function bundleScripts() {
  const built = await Bun.build({
    entrypoints: [join(UI, 'main.tsx')],
    target: 'browser',
    format: 'esm',
    splitting: true,
    minify: true,
    conditions: ['@plat/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    jsx: { runtime: 'automatic', development: false },
    publicPath: `${ASSETS}/`,
    naming: { entry: '[name]-[hash].[ext]', chunk: 'part-[hash].[ext]', asset: '[name]-[hash].[ext]' },
  });
  const files = await Promise.all(
    built.outputs.map(async (output) => ({
      name: output.path.replace(/^.*\//, ''),
      bytes: new Uint8Array(await output.arrayBuffer()),
      isEntry: output.kind === 'entry-point',
    })),
  );
  const entry = files.find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the bundle of the console has no entry');
  const imported = staticImports(entry.bytes);
  return { files: files.map(({ name, bytes }) => ({ name, bytes })), entry: entry.name, imported };
}

/** Parts that the entry imports at once; the page asks for them before the entry has arrived. */
function staticImports(entry: Uint8Array): string[] {
  const imports = new Bun.Transpiler({ loader: 'js' }).scanImports(entry);
  return imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => path.replace(/^.*\//, ''))
    .filter((name) => name.endsWith('.js'));
}

async function bundleStyles() {
  const resolve = createRequire(join(UI, 'main.tsx')).resolve;
  const font = readFileSync(resolve(FONT));
  const fontName = hashed('inter', 'woff2', font);
  const ours = readFileSync(join(UI, 'styles.css'), 'utf8').replace('INTER_URL', `${ASSETS}/${fontName}`);
  const sheet = new TextEncoder().encode(await compileStyles(ours, UI));
  const sheetName = hashed('console', 'css', sheet);
  const files = [
    { name: fontName, bytes: new Uint8Array(font) },
    { name: sheetName, bytes: sheet },
  ];
  return { files, sheet: sheetName, font: fontName };
}

interface PageParts {
  entry: string;
  style: string;
  font: string;
  imported: readonly string[];
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#0d6b52" d="M4 4h14v14H4z"/><path fill="#0d6b52" opacity=".45" d="M20 4h8v14h-8zM4 20h14v8H4z"/><path fill="#a8551a" d="M20 20h8v8h-8z"/></svg>`;

const pageText = ({ entry, style, font, imported }: PageParts): string =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<title>Plat</title>',
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    `<link rel="preload" as="font" type="font/woff2" href="${ASSETS}/${font}" crossorigin>`,
    `<link rel="stylesheet" href="${ASSETS}/${style}">`,
    ...imported.map((name) => `<link rel="modulepreload" href="${ASSETS}/${name}">`),
    `<script type="module" src="${ASSETS}/${entry}"></script>`,
    '</head>',
    '<body>',
    '<div id="console"></div>',
    '<noscript>The console needs JavaScript. The API does not: see <a href="/docs">the documentation</a>.</noscript>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
