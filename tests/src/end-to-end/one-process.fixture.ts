import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCommandLines } from '@plat/cli/command-lines';
import { startTestIssuer } from '@plat/openid/testing';
import { SAMPLE_AS_OF, sampleDatabase } from '@plat/standalone/sample-database';
import { killAll, testProcess } from '../proof/process.fixture.ts';
import type { EndToEndPlatform } from './platform.ts';

/** Allows for a machine that runs other tests. */
const START_MS = 180_000;
const MAIN = join(import.meta.dir, '..', '..', '..', 'services', 'cli', 'src', 'main.ts');

export interface OneProcess extends EndToEndPlatform {
  /** Log lines so far. */
  lines(): readonly string[];
  stop(): Promise<void>;
}

/** Starts `plat start` over a database with the generated market and its own OpenID provider. */
export async function startOneProcess(more: Readonly<Record<string, string>> = {}): Promise<OneProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-end-to-end-'));
  const [database, issuer] = await Promise.all([sampleDatabase(), startTestIssuer(Date.now)]);
  const environment = {
    DATABASE_URL: database.url,
    PLAT_HOME: folder,
    PLAT_LOG_LEVEL: 'debug',
    PLAT_OIDC_ISSUER: issuer.url,
    PLAT_OIDC_AUDIENCE: issuer.audience,
    PLAT_AUTOMATION_SIGN_UP: 'true',
    PLAT_EGRESS_ALLOW_LOOPBACK: 'true',
    ...more,
  };
  const process = testProcess({
    command: [MAIN, 'start', '--json', '--as-of', SAMPLE_AS_OF, '--market', 'none'],
    env: environment,
    startMs: START_MS,
  });
  await process.start();
  const commands = startCommandLines(database.url, environment);
  return {
    url: process.url,
    plat: commands.platJson,
    idToken: (uid, email) => issuer.token({ sub: uid, email }),
    lines: process.lines,
    stop: async () => {
      await commands.close();
      await process.stop();
      await killAll();
      await issuer.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
