import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../packages/db/src/free-ports.ts';
import { keepOutput } from '../packages/test-kit/src/keep-output.ts';
import { ROOT } from './test-files.ts';

const START_MS = 120_000;
/** Generous, because other tests run at the same time; the time is printed. */
const RELOAD_MS = 30_000;
const HEALTH = "{ status: 'ok', service: name }";

let copy: string;
let url: string;
let dev: ReturnType<typeof startDev>;
let file: string;
let original: string;

/** Copies the workspace without its installed packages, which stay shared. */
function copyWorkspace(folder: string): void {
  const paths = ['packages', 'services', 'scripts', 'package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.base.json'];
  const { exitCode } = Bun.spawnSync(['cp', '-a', ...paths, folder], { cwd: ROOT });
  expect(exitCode).toBe(0);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

function startDev(port: number) {
  const { DATABASE_URL: _, REDIS_URL: __, ...environment } = process.env;
  return Bun.spawn(
    [process.execPath, join(copy, 'scripts/dev.ts'), '--port', String(port), '--sample-parcels', '300', '--json'],
    { cwd: copy, env: { ...environment, PLAT_HOME: join(copy, 'home') }, stdout: 'pipe', stderr: 'pipe' },
  );
}

/** Waits until `GET /health` returns `wanted`. */
async function untilHealthy(wanted: Record<string, string>, withinMs: number): Promise<void> {
  const untilMs = performance.now() + withinMs;
  let seen: unknown;
  while (performance.now() < untilMs) {
    seen = await fetch(`${url}/health`)
      .then((response) => response.json())
      .catch((error: Error) => error.message);
    if (Bun.deepEquals(seen, wanted)) return;
    if (dev.exitCode !== null) break;
    await Bun.sleep(20);
  }
  throw new Error(`/health answered ${JSON.stringify(seen)}; bun run dev has exit code ${dev.exitCode}`);
}

const postgresProcess = () => readFileSync(join(copy, 'home/postgres/data/postmaster.pid'), 'utf8').split('\n')[0];

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'plat-dev-'));
  // As root, the database runs as another user, who must be able to enter the folder.
  chmodSync(copy, 0o755);
  copyWorkspace(copy);
  file = join(copy, 'packages/kit/src/http-app.ts');
  original = readFileSync(file, 'utf8');
  const port = freePort();
  url = `http://127.0.0.1:${port}`;
  dev = startDev(port);
  await untilHealthy({ status: 'ok', service: 'gateway' }, START_MS);
}, START_MS);
afterAll(async () => {
  dev.kill('SIGTERM');
  await dev.exited;
  keepOutput([await dev.stderr.text()]);
  rmSync(copy, { recursive: true, force: true });
}, START_MS);

describe('bun run dev', () => {
  test('serves a saved change, on the same database', async () => {
    expect(original).toContain(HEALTH);
    const before = postgresProcess();
    const startMs = performance.now();
    writeFileSync(file, original.replace(HEALTH, "{ status: 'ok', service: name, edit: 'saved' }"));
    await untilHealthy({ status: 'ok', service: 'gateway', edit: 'saved' }, RELOAD_MS);
    console.log(`a saved file was served after ${Math.round(performance.now() - startMs)} ms`);
    expect(postgresProcess()).toBe(before);
  });

  test('serves again after a mistake is corrected', async () => {
    writeFileSync(file, `${original}\nthis is no TypeScript`);
    await Bun.sleep(1000);
    writeFileSync(file, original.replace(HEALTH, "{ status: 'ok', service: name, edit: 'corrected' }"));
    await untilHealthy({ status: 'ok', service: 'gateway', edit: 'corrected' }, RELOAD_MS);
  });

  test('stops the database with the services', async () => {
    const pidFile = join(copy, 'home/postgres/data/postmaster.pid');
    expect(existsSync(pidFile)).toBe(true);
    dev.kill('SIGTERM');
    await dev.exited;
    expect(existsSync(pidFile)).toBe(false);
  });
});
