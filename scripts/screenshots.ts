/**
 * `bun run screenshots` takes the pictures of the console in docs/images with a Plat of its own on the sample market.
 * `--check` writes nothing and fails when a page looks different. `--url <url> --link <sign-in link>` use a running
 * Plat instead.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { startDocumentedPlat } from './documented-plat.ts';
import { shareOfDifferentPixels } from './picture-difference.ts';

const IMAGES = new URL('../docs/images/', import.meta.url);
const ADDRESS = encodeURIComponent('3043 W Monte Vista Trl, Phoenix, AZ 85019');
const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const FLAGS = [
  ...['--headless', '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  ...['--disable-quic', '--no-first-run', '--disable-sync', '--disable-background-networking', '--hide-scrollbars'],
  '--disable-component-update',
];
const WIDE = { width: 1440, height: 900 };
const LOW = { width: 1440, height: 560 };
const PHONE = { width: 390, height: 844 };
const QUALITY = 82;
/** Letters of other font versions and the edges of the map differ by less, a moved or missing part by more. */
const MAX_DIFFERENT_SHARE = 0.04;
const WAIT_MS = 60_000;

interface Shot {
  name: string;
  path: string;
  size?: typeof WIDE;
  theme?: 'light' | 'dark';
  hasMap?: boolean;
  /** Brings the page into the state that is shown. */
  prepare?: (page: Page) => Promise<unknown>;
}

const openFirstBuyer = (page: Page) => page.locator('ol > li button').first().click();
const SHOTS: readonly Shot[] = [
  { name: 'console-buyers', path: `buyers?address=${ADDRESS}`, hasMap: true },
  { name: 'console-buyers-dark', path: `buyers?address=${ADDRESS}`, hasMap: true, theme: 'dark' },
  { name: 'console-why-first', path: `buyers?address=${ADDRESS}&radius=0.5`, hasMap: true, prepare: openFirstBuyer },
  { name: 'console-value', path: `value?address=${ADDRESS}`, hasMap: true },
  { name: 'console-offer', path: `offer?address=${ADDRESS}&repairs=40000&fee=10000`, size: LOW },
  { name: 'console-market', path: `market?address=${ADDRESS}`, hasMap: true },
  { name: 'console-phone', path: `buyers?address=${ADDRESS}`, hasMap: true, size: PHONE },
  { name: 'console-records', path: 'operate/records', size: LOW },
];

async function openBrowser(folder: string): Promise<BrowserContext> {
  if (CHROMIUM === null) throw new Error('chromium is missing: install it to take screenshots');
  return await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: FLAGS,
    viewport: WIDE,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
}

async function signIn(page: Page, link: string): Promise<void> {
  // The map tells the page that it is there; the script keeps it to ask whether it is drawn.
  await page.addInitScript("addEventListener('map-shown', (event) => { window.shownMap = event.detail; })");
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('combobox').waitFor();
}

/** Asks again and again, because the content security policy of the console forbids a waiting function. */
async function untilDrawn(page: Page): Promise<void> {
  for (const endMs = performance.now() + WAIT_MS; performance.now() < endMs; await Bun.sleep(100)) {
    if (await page.evaluate<boolean>('window.shownMap.areTilesLoaded() && window.shownMap.loaded()')) return;
  }
  throw new Error(`The map was not drawn in ${WAIT_MS / 1_000} s`);
}

/** The picture as WebP, which Playwright itself does not write. */
async function take(page: Page, session: CDPSession, origin: string, shot: Shot): Promise<Buffer> {
  const { path, size = WIDE, theme = 'light', hasMap = false, prepare } = shot;
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(`${origin}/console/${path}`);
  await page.locator('main').first().waitFor();
  await page.locator('.waiting').first().waitFor({ state: 'detached', timeout: WAIT_MS });
  await prepare?.(page);
  if (hasMap) {
    await page.locator('[data-map=shown]').waitFor({ timeout: WAIT_MS });
    await untilDrawn(page);
  }
  await page.locator('.waiting').first().waitFor({ state: 'detached', timeout: WAIT_MS });
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))');
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  return Buffer.from(data, 'base64');
}

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, url: { type: 'string' }, link: { type: 'string' } },
});
const plat =
  values.url === undefined || values.link === undefined
    ? await startDocumentedPlat()
    : { url: values.url, link: values.link, stop: async () => {} };
const folder = mkdtempSync(join(tmpdir(), 'plat-screenshots-'));
const different: string[] = [];
try {
  const context = await openBrowser(folder);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await signIn(page, plat.link);
  for (const shot of SHOTS) {
    const picture = await take(page, session, plat.url, shot);
    const file = new URL(`${shot.name}.webp`, IMAGES);
    if (!values.check) {
      await Bun.write(file, picture);
      console.log(`${shot.name}.webp: ${Math.round(picture.length / 1024)} KB`);
      continue;
    }
    const share = await shareOfDifferentPixels(page, readFileSync(file), picture);
    console.log(`${shot.name}: ${(100 * share).toFixed(1)} % of the pixels differ`);
    if (share > MAX_DIFFERENT_SHARE) different.push(shot.name);
  }
  await context.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
  await plat.stop();
}
if (different.length > 0) {
  console.error(`docs/images shows other pages than the console: ${different.join(', ')}.`);
  console.error('Look at them, then take them again with: bun run screenshots');
  process.exit(1);
}
