import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dir, 'main.ts');
const SLOW_MS = 180_000;
const HEAD = 'parcel_id,state,fips,address\n';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plat-new-home-'));
  writeFileSync(join(folder, 'properties.csv'), `${HEAD}M-1,AZ,04013,1 Sample St\n`);
  mkdirSync(join(folder, 'bad'));
  writeFileSync(join(folder, 'bad', 'properties.csv'), `${HEAD},AZ,04013,1 Sample St\n,AZ,04013,2 Sample St\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const environment = () => {
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  return { ...rest, PLAT_LOG_LEVEL: 'error' };
};

async function plat(...words: string[]) {
  const child = Bun.spawn([process.execPath, MAIN, ...words], { env: environment(), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

describe('a new home', () => {
  test(
    'is removed after a dry run',
    async () => {
      const home = join(folder, 'dry');
      const ended = await plat('import', 'canonical', join(folder, 'properties.csv'), '--dry-run', '--home', home);
      expect([ended.exitCode, ended.stderr]).toEqual([0, expect.stringContaining('is a new home')]);
      expect(existsSync(home)).toBe(false);
    },
    SLOW_MS,
  );

  test(
    'is removed after a refused import, but for the list of rejected rows that the message names',
    async () => {
      const home = join(folder, 'refused');
      const { exitCode, stderr } = await plat('import', 'canonical', join(folder, 'bad'), '--home', home);
      expect(exitCode).toBe(1);
      const [file] = /\S*rejects\/\S+\.csv/.exec(stderr) ?? [];
      expect(readFileSync(file!, 'utf8').split('\n').length).toBeGreaterThan(2);
      expect([readdirSync(home), readdirSync(join(home, 'market'))]).toEqual([['market'], ['rejects']]);
      expect((await plat('market', 'status', '--home', home)).stderr).toContain('There is no home in');
      // The folder is not a home yet, so the next import may create one in it.
      const next = await plat('import', 'canonical', join(folder, 'properties.csv'), '--home', home);
      expect([next.exitCode, next.stderr]).toEqual([0, expect.any(String)]);
      const refused = await plat('import', 'canonical', join(folder, 'bad'), '--home', home);
      expect(refused.exitCode).toBe(1);
      expect((await plat('market', 'status', '--home', home)).stdout).toContain('1 properties');
    },
    SLOW_MS,
  );

  test(
    'has no demo key when it is started without a market',
    async () => {
      const home = join(folder, 'none');
      const flags = ['--json', '--port', '0', '--market', 'none', '--home', home];
      const child = Bun.spawn([process.execPath, MAIN, 'start', ...flags], {
        env: environment(),
        stdout: 'pipe',
        stderr: 'ignore',
      });
      let line = '';
      for await (const chunk of child.stdout) {
        line += new TextDecoder().decode(chunk);
        if (line.includes('\n')) break;
      }
      expect(JSON.parse(line)).toMatchObject({ ready: true, demo_key: null });
      expect(existsSync(join(home, 'demo-key'))).toBe(false);
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
    },
    SLOW_MS,
  );
});
