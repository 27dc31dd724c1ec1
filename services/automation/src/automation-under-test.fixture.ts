import { afterAll, beforeAll } from 'bun:test';
import { type AnyEndpoint, automationSetup } from '@plat/contracts';
import { createEgress } from '@plat/egress';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import { createLogger, type Principal, type RunningServer, startServer } from '@plat/kit';
import { startTestIssuer, type TestIssuer } from '@plat/openid/testing';
import { type FixedClock, fixedClock, type TestDatabase, testDatabase } from '@plat/test-kit';
import { createAutomationApp } from './app.ts';
import { readAutomationConfig } from './config.ts';
import { type AutomationDeps, type AutomationOverrides, createAutomationDeps } from './deps.ts';

const INTERNAL_SECRET = 'a secret of at least thirty-two bytes';
const GATEWAY: Principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' };
const START_MS = 60_000;

export interface AutomationAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every operation
  body: any;
}

export interface AutomationUnderTest {
  database: TestDatabase;
  deps: AutomationDeps;
  /** Clock of limits and tokens; the database has its own. */
  clock: FixedClock;
  issuer: TestIssuer;
  /** Receives calls to `https://hooks.example.com`. */
  receiver: TestReceiver;
  /** Log lines of the service, one JSON object each. */
  lines: string[];
  /** Sends a request over HTTP as the gateway would. */
  call(
    endpoint: AnyEndpoint,
    input?: { body?: unknown; query?: Record<string, string>; authorization?: string },
  ): Promise<AutomationAnswer>;
  /** Creates a new key for a user of the issuer, also when the user has one. */
  key(uid: string): Promise<string>;
  /** Restarts the service over the same database. */
  restart(): Promise<void>;
}

/** Starts the automation service over HTTP on its own database, for one test file; anyone may sign up. */
export function automationUnderTest(
  options: { env?: Record<string, string>; overrides?: AutomationOverrides; mostCalls?: number } = {},
): AutomationUnderTest {
  let database: TestDatabase;
  let issuer: TestIssuer;
  let receiver: TestReceiver;
  let running: { deps: AutomationDeps; server: RunningServer; close(): Promise<void> };
  const clock = fixedClock('2026-03-01T12:00:00Z');
  const lines: string[] = [];

  const start = async () => {
    const log = createLogger({
      name: 'automation',
      level: 'info',
      destination: { write: (line) => void lines.push(line) },
    });
    const config = readAutomationConfig({
      DATABASE_URL: database.url,
      PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
      PLAT_AUTOMATION_SIGN_UP: 'true',
      PLAT_OIDC_ISSUER: issuer.url,
      PLAT_OIDC_AUDIENCE: issuer.audience,
      ...options.env,
    });
    const sender = createEgress({
      policy: { allowLoopback: true, deniedRanges: [] },
      log,
      resolve: async (name) =>
        name.endsWith('.example.com') ? ['127.0.0.1'] : name === 'hidden.example.org' ? ['10.0.0.1'] : [],
      ca: receiver.ca,
      ...(options.mostCalls === undefined ? {} : { maxConcurrent: options.mostCalls }),
    });
    const { deps, close } = await createAutomationDeps(config, { log, clock, sender, ...options.overrides });
    const server = startServer({ app: createAutomationApp(deps), port: 0, hostname: '127.0.0.1' });
    running = { deps, server, close };
  };
  const stop = async () => {
    await running.server.stop(0);
    await running.close();
  };

  beforeAll(async () => {
    [database, issuer, receiver] = await Promise.all([
      testDatabase(),
      startTestIssuer(() => clock.nowMs()),
      startTestReceiver(),
    ]);
    await start();
  }, START_MS);
  afterAll(async () => {
    await stop();
    await Promise.all([issuer.close(), receiver.close(), database.close()]);
  });

  const under: AutomationUnderTest = {
    clock,
    lines,
    get database() {
      return database;
    },
    get deps() {
      return running.deps;
    },
    get issuer() {
      return issuer;
    },
    get receiver() {
      return receiver;
    },
    call: async (endpoint, { body, query = {}, authorization } = {}) => {
      const response = await fetch(`${running.server.url}${endpoint.path}?${new URLSearchParams(query)}`, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${await running.deps.tokens.sign(GATEWAY, 'automation')}`,
          'content-type': 'application/json',
          ...(authorization === undefined ? {} : { 'x-plat-caller-authorization': authorization }),
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
    key: async (uid) => {
      const authorization = `Bearer ${await issuer.token({ sub: uid, email: `${uid}@example.com` })}`;
      const { status, body } = await under.call(automationSetup, { body: { uid }, authorization });
      if (status !== 200) throw new Error(`setup of ${uid}: ${status} ${JSON.stringify(body)}`);
      return body.zapKey;
    },
    restart: async () => {
      await stop();
      await start();
    },
  };
  return under;
}
