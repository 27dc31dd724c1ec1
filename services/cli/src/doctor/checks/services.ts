import type { ServiceName } from '@plat/contracts';
import { serviceUrlVariable } from '@plat/kit';
import { servingNote } from '@plat/standalone/home';
import { isAlive } from '../../is-alive.ts';
import type { Check } from '../check.ts';
import { SERVICE_CONFIGS } from '../known-settings.ts';

const TIMEOUT_MS = 5_000;

/** Checks `/ready` of every service with a URL, and of the Plat that serves the home. */
export const services: Check = {
  name: 'services',
  look: async ({ env, home }) => {
    const asked: [string, string][] = Object.keys(SERVICE_CONFIGS).flatMap((name) => {
      const url = env[serviceUrlVariable(name as ServiceName)];
      return url === undefined ? [] : [[name, url]];
    });
    const serving = servingNote(home);
    if (serving !== null && !isAlive(serving.pid)) {
      const seen = `the Plat that served this home at ${serving.url} died (process ${serving.pid})`;
      return { standing: 'fail', seen, advice: 'Start it again: plat start; the end of its log shows why it died.' };
    }
    if (serving !== null) asked.push(['plat', serving.url]);
    if (asked.length === 0) return { standing: 'skipped', seen: 'no Plat serves this home, and no service URL is set' };
    const answers = await Promise.all(asked.map(async ([name, url]) => ({ name, problem: await readyProblem(url) })));
    const bad = answers.filter(({ problem }) => problem !== null);
    if (bad.length === 0) return { standing: 'ok', seen: `ready: ${answers.map(({ name }) => name).join(', ')}` };
    return {
      standing: 'fail',
      seen: bad.map(({ name, problem }) => `${name} ${problem}`).join('; '),
      advice: 'See the log of that service for the missing part.',
    };
  },
};

async function readyProblem(url: string): Promise<string | null> {
  try {
    // Another check covers this machine's certificate.
    const tls = { rejectUnauthorized: false };
    const response = await fetch(new URL('/ready', url), { signal: AbortSignal.timeout(TIMEOUT_MS), tls });
    if (response.ok) return null;
    const { checks = {} } = (await response.json().catch(() => ({}))) as { checks?: Record<string, string> };
    const failed = Object.entries(checks).flatMap(([name, state]) => (state === 'ok' ? [] : [name]));
    return `answers ${response.status}${failed.length === 0 ? '' : ` (${failed.join(', ')})`}`;
  } catch {
    return 'does not answer';
  }
}
