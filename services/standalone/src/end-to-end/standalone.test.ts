import { afterAll, beforeAll, describe } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestIssuer, type TestIssuer } from '@plat/automation/testing';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { killAll, type TestProcess, testProcess } from '../proof/process.fixture.ts';
import { endToEndJourneys, MARKET, runCommand } from './journeys.ts';

const MAIN = join(import.meta.dir, '..', 'main.ts');
const START_MS = 120_000;

describe('Plat in one process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plat-end-to-end-'));
  let database: TestDatabase;
  let issuer: TestIssuer;
  let environment: Record<string, string>;
  let plat: TestProcess;

  beforeAll(async () => {
    [database, issuer] = await Promise.all([testDatabase(), startTestIssuer(Date.now)]);
    environment = {
      ...{ DATABASE_URL: database.url, PLAT_HOME: folder, PLAT_LOG_LEVEL: 'error' },
      ...{ PLAT_OIDC_ISSUER: issuer.url, PLAT_OIDC_AUDIENCE: issuer.audience, PLAT_AUTOMATION_SIGN_UP: 'true' },
      PLAT_EGRESS_ALLOW_LOOPBACK: 'true',
    };
    plat = testProcess({
      command: [MAIN, 'start', '--json', '--as-of', MARKET.asOf, '--sample-parcels', String(MARKET.parcels)],
      env: environment,
    });
    await plat.start();
  }, START_MS);
  afterAll(async () => {
    await plat.stop();
    await killAll();
    await issuer.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, START_MS);

  endToEndJourneys(() => ({
    url: plat.url,
    plat: (...words) => runCommand([process.execPath, MAIN, ...words], environment, folder),
    idToken: (uid, email) => issuer.token({ sub: uid, email }),
  }));
});
