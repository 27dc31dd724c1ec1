import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignInLink, openOperatorConsole, signInUrl } from '@plat/console/operator';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import type { ServedMarket } from '../journeys/served-market.fixture.ts';

/** Null when this machine has no browser. */
export const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser') ?? Bun.which('google-chrome');
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  ...['--disable-quic', '--no-first-run', '--disable-sync', '--disable-background-networking'],
  '--disable-component-update',
];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const WIDE = { width: 1440, height: 900 } as const;
export const PHONE = { width: 390, height: 844 } as const;

/** A browser that notes everything that a page of the console must not do. */
export interface WatchedBrowser {
  page: Page;
  /** Errors of the console, failed scripts, and requests to other hosts, since the last call. */
  complaints(): string[];
  /** Accessibility violations of the page as it is now; of these rules, or of all. */
  violations(rules?: readonly string[]): Promise<string[]>;
  /** Pixels by which the page is wider than the window. */
  overflow(): Promise<number>;
  /** Violations of the page in every size and theme, and the sizes that it does not fit. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

export async function watchedBrowser(origin: string): Promise<WatchedBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-chromium-'));
  const context: BrowserContext = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM ?? '',
    args: FLAGS,
    viewport: WIDE,
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  let found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('request', (request) => {
    const isOurs = request.url().startsWith(origin) || /^(data|blob):/.test(request.url());
    if (!isOurs) found.push(`asked ${request.url()}`);
  });
  const violations: WatchedBrowser['violations'] = async (rules) => {
    await page.evaluate(AXE);
    const run = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      `axe.run(${JSON.stringify(rules === undefined ? {} : { runOnly: rules })})`,
    );
    return run.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  };
  const overflow = () => page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
  const problems = async () => {
    const problems: string[] = [];
    for (const size of [WIDE, PHONE]) {
      await page.setViewportSize(size);
      // A theme changes nothing but colours, and colours do not depend on the width.
      for (const colorScheme of size === WIDE ? (['dark', 'light'] as const) : (['light'] as const)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const broken = await violations(colorScheme === 'dark' ? ['color-contrast'] : undefined);
        problems.push(...broken.map((one) => `${size.width} ${colorScheme} ${one}`));
      }
      if ((await overflow()) > 0) problems.push(`wider than ${size.width}`);
    }
    return problems;
  };
  return {
    page,
    complaints: () => {
      const noted = found;
      found = [];
      return noted;
    },
    violations,
    overflow,
    problems,
    close: async () => {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A sign-in link of an owner, as `plat console sign-in` prints it. */
export async function ownerLink({ url, database, operator }: ServedMarket, name: string): Promise<string> {
  const { companies, audit } = operator;
  const people = await openOperatorConsole(database.url, { companies, audit });
  const { token } = await createSignInLink(people, 'operator:test', { name, role: 'owner' });
  await people.close();
  return signInUrl(url, token);
}
