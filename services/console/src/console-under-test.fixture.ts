import { afterAll, beforeAll } from 'bun:test';
import { createLogger, type Realm } from '@plat/kit';
import { type FixedClock, fixedClock, type TestDatabase, testDatabase } from '@plat/test-kit';
import { createConsoleApp } from './app.ts';
import type { SignInSettings } from './config.ts';
import { type ConsoleDeps, type ConsolePorts, createConsoleDeps } from './deps.ts';
import { createSignInLink, type LinkRequest } from './people/index.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const ORIGIN = 'http://127.0.0.1:8080';
export const ACME = { id: '11111111-1111-4111-8111-111111111111', name: 'Acme Homes', active: true };
export const BIRCH = { id: '22222222-2222-4222-8222-222222222222', name: 'Birch Homes', active: true };

/** A browser: it keeps cookies and knows its CSRF token. */
export interface Browser {
  cookie: string;
  csrf: string;
}

export interface ConsoleUnderTest {
  database: TestDatabase;
  deps: ConsoleDeps;
  clock: FixedClock;
  /** Entries of the audit trail, oldest first. */
  trail: { actor: string; action: string; subject: string }[];
  /** What the fake host says; tests change it. */
  host: { isHttps: boolean; realm: Realm };
  link(request: LinkRequest): Promise<string>;
  send(path: string, init?: RequestInit & { origin?: string }): Promise<Response>;
  /** Signs in through a fresh link. */
  signIn(request: LinkRequest): Promise<Browser>;
  /** Sends a request of a browser, with its CSRF token. */
  as(browser: Browser, path: string, init?: RequestInit): Promise<Response>;
}

/** Starts the console on a database of its own, for one test file. */
export function consoleUnderTest(
  morePorts: () => Partial<ConsolePorts> = () => ({}),
  signInSettings: () => SignInSettings = () => ({}),
): ConsoleUnderTest {
  let database: TestDatabase;
  let opened: Awaited<ReturnType<typeof createConsoleDeps>>;
  let app: ReturnType<typeof createConsoleApp>;
  const clock = fixedClock('2026-03-01T12:00:00Z');
  const trail: ConsoleUnderTest['trail'] = [];
  const host: ConsoleUnderTest['host'] = { isHttps: false, realm: 'sample' };
  const ports: ConsolePorts = {
    companies: {
      find: async (name) => [ACME, BIRCH].find((company) => [company.id, company.name].includes(name)) ?? null,
    },
    audit: { append: async (actor, { action, subject }) => void trail.push({ actor, action, subject }) },
    realm: async () => host.realm,
    isHttps: () => host.isHttps,
    operations: {} as ConsolePorts['operations'],
  };

  beforeAll(async () => {
    database = await testDatabase();
    opened = await createConsoleDeps(
      {
        ...signInSettings(),
        DATABASE_URL: database.url,
        PLAT_INTERNAL_SECRET: SECRET,
        PLAT_LOG_LEVEL: 'silent',
        PLAT_REQUIRE_HTTPS: false,
      },
      { ...ports, ...morePorts() },
      { log: createLogger({ name: 'console', level: 'silent' }), clock },
    );
    app = createConsoleApp(opened.deps);
  }, 60_000);
  afterAll(async () => {
    await opened.close();
    await database.close();
  });

  const send: ConsoleUnderTest['send'] = async (path, { origin = ORIGIN, ...init } = {}) =>
    app.handle(new Request(`${origin}${path}`, init));
  const link: ConsoleUnderTest['link'] = async (request) =>
    (await createSignInLink(opened.deps.people, 'operator:test', request)).token;

  return {
    clock,
    trail,
    host,
    get database() {
      return database;
    },
    get deps() {
      return opened.deps;
    },
    link,
    send,
    signIn: async (request) => {
      const response = await send('/admin/v1/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: await link(request) }),
      });
      const { csrf_token } = (await response.json()) as { csrf_token: string };
      return { cookie: cookieOf(response), csrf: csrf_token };
    },
    as: ({ cookie, csrf }, path, init = {}) =>
      send(path, {
        ...init,
        headers: { cookie, 'x-csrf-token': csrf, 'content-type': 'application/json', ...init.headers },
      }),
  };
}

/** The cookie that a browser sends back. */
export const cookieOf = (response: Response): string =>
  response.headers.get('set-cookie')?.split(';', 1)[0] ?? 'no cookie';
