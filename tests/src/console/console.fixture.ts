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

/** What may differ on a phone, where menus and tables are laid out anew. */
const RULES_OF_WIDTH = [
  ...['target-size', 'scrollable-region-focusable', 'nested-interactive', 'aria-hidden-focus'],
  ...['button-name', 'link-name', 'label', 'landmark-one-main', 'page-has-heading-one', 'duplicate-id-aria'],
];
/** A theme changes nothing but colours, and a width nothing but the layout, so all rules run once. */
const LOOKS = [
  { size: WIDE, colorScheme: 'dark', rules: ['color-contrast'] },
  { size: WIDE, colorScheme: 'light', rules: undefined },
  { size: PHONE, colorScheme: 'light', rules: RULES_OF_WIDTH },
] as const;

/** A browser that notes everything that a page of the console must not do. */
export interface WatchedBrowser {
  page: Page;
  /** Errors of the console, failed scripts, and requests to other hosts, since the last call. */
  complaints(): string[];
  /** Accessibility violations of the page as it is now; of these rules, or of all. */
  violations(rules?: readonly string[]): Promise<string[]>;
  /** Pixels by which the page is wider than the window. */
  overflow(): Promise<number>;
  /** Violations in each size and theme, by the rules that these can break, and the sizes that the page does not fit. */
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
    if (await page.evaluate<boolean>("typeof window.axe === 'undefined'")) await page.evaluate(AXE);
    const run = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      `axe.run(${JSON.stringify({ resultTypes: ['violations'], runOnly: rules })})`,
    );
    return run.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
  };
  const overflow = () => page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - window.innerWidth)');
  const problems = async () => {
    const problems: string[] = [];
    for (const { size, colorScheme, rules } of LOOKS) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      problems.push(...(await violations(rules)).map((one) => `${size.width} ${colorScheme} ${one}`));
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
