/** The package as npm would publish it and its users see it: packed, typed, and run by Node. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json, type StandIn, standIn } from './stand-in.fixture.ts';

const PACKAGE = join(import.meta.dir, '..');
const TYPESCRIPT = join(PACKAGE, 'node_modules', '.bin', 'tsc');
const SLOW_MS = 60_000;
const node = Bun.which('node');
const npm = Bun.which('npm');

let folder: string;
let installed: string;
let server: StandIn;

async function run(command: string[], cwd: string): Promise<{ exitCode: number; stdout: string }> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'inherit' });
  const stdout = await new Response(child.stdout).text();
  return { exitCode: await child.exited, stdout };
}

/** Declarations that the README samples leave to their reader. */
const README_SURROUNDINGS = `
  declare const process: { env: Record<string, string | undefined> };
  declare const request: Request;
  declare const secret: string;
  declare const signInUrl: string;
`;

const readmeSamples = (): string =>
  [...readFileSync(join(PACKAGE, 'README.md'), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, sample = '']) => sample)
    .join('\n');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-published-'));
  const built = join(folder, 'built');
  mkdirSync(built);
  const compiling = await run([TYPESCRIPT, '-p', 'tsconfig.build.json', '--outDir', join(built, 'dist')], PACKAGE);
  expect(compiling).toEqual({ exitCode: 0, stdout: '' });
  for (const file of ['package.json', 'README.md']) copyFileSync(join(PACKAGE, file), join(built, file));
  installed = join(folder, 'user', 'node_modules', '@plat', 'client');
  mkdirSync(installed, { recursive: true });
  server = standIn(
    json(429, { error: 'Too many requests', code: 'RATE_LIMIT_EXCEEDED' }, { 'retry-after': '0' }),
    json(200, [{ address: '1 Example St, Phoenix, AZ 85001', latitude: 33.5, longitude: -112.1 }]),
    json(404, { error: 'No such address', code: 'ADDRESS_NOT_FOUND' }),
  );
}, SLOW_MS);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(npm === null || node === null)('the packed client', () => {
  test(
    'contains the built files, their types and a README, and has no dependencies',
    async () => {
      const packing = await run(
        [npm!, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder],
        join(folder, 'built'),
      );
      const [packed] = Object.values(JSON.parse(packing.stdout)) as { filename: string; files: { path: string }[] }[];
      const paths = packed!.files.map(({ path }) => path);
      expect(paths).toEqual(expect.arrayContaining(['README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']));
      expect(paths.filter((path) => /test|fixture|\.(?<!\.d\.)ts$/.test(path))).toEqual([]);
      const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
      expect([manifest.dependencies, manifest.private]).toEqual([undefined, undefined]);
      // The packing machine has Node, but Bun only through npx.
      expect(`${manifest.scripts.prepack} ${manifest.scripts.build}`).not.toMatch(/\bbun\b/);
      const archive = join(folder, packed!.filename.replace('@plat/', 'plat-'));
      expect((await run(['tar', '-xzf', archive, '-C', installed, '--strip-components=1'], folder)).exitCode).toBe(0);
      for (const path of paths.filter((one) => one.endsWith('.js'))) {
        const text = readFileSync(join(installed, path), 'utf8');
        for (const [, name = ''] of text.matchAll(/from '([^']+)'/g)) expect(name).toMatch(/^\.{1,2}\/.*\.js$/);
      }
    },
    SLOW_MS,
  );

  test(
    'runs in Node: it retries, reads responses, and throws typed errors',
    async () => {
      const program = `
      import { PlatApiError, PlatClient } from '@plat/client';
      const plat = new PlatClient({ baseUrl: process.argv[2], apiKey: 'key' });
      const [place] = await plat.autocomplete({ search_string: 'Phoenix' });
      const error = await plat.buyerSearch({ address: place.address }).catch((thrown) => thrown);
      console.log(JSON.stringify([place.latitude, error instanceof PlatApiError, error.code]));`;
      const file = join(folder, 'user', 'program.mjs');
      writeFileSync(file, program);
      const { exitCode, stdout } = await run([node!, file, server.url], join(folder, 'user'));
      expect([exitCode, JSON.parse(stdout)]).toEqual([0, [33.5, true, 'ADDRESS_NOT_FOUND']]);
    },
    SLOW_MS,
  );

  test(
    'has types that work in a strict project, and refuse what the API would refuse',
    async () => {
      const program = `
      declare const process: { argv: (string | undefined)[] };
      import { type FlipperSearchItem, isPlatError, type LandlordSearchItem, PlatClient, verifyWebhook } from '@plat/client';
      const plat = new PlatClient({ baseUrl: 'https://api.example.com' });
      const buyers: (FlipperSearchItem | LandlordSearchItem)[] = await plat.buyerSearch({ address: 'a' });
      const pending: { search_id: string } = await plat.buyerSearch({ address: 'a', async: true });
      const event = await verifyWebhook(new Headers(), '', 'whsec_');
      if (event.status === 'failed') event.error.trim();
      const failure: unknown = await plat.usage().catch((error) => error);
      if (isPlatError(failure) && failure.kind === 'api') console.log(failure.code, failure.fields);
      const maybe = process.argv[2];
      const limit = maybe === undefined ? undefined : Number(maybe);
      new PlatClient({ baseUrl: 'https://api.example.com', apiKey: maybe, userId: maybe, timeoutMs: limit });
      plat.buyerSearch({ address: maybe, radius_miles: limit }, undefined, { signal: undefined, userId: maybe });
      plat.webhookDeliveries({ cursor: maybe });
      // @ts-expect-error a number of miles is no text
      plat.buyerSearch({ address: 'a', radius_miles: 'two' });
      // @ts-expect-error there is no such buyer type
      plat.buyerSearch({ address: 'a', buyer_types: ['builder'] });
      // @ts-expect-error search_string is required
      plat.autocomplete({});
      // @ts-expect-error there is no such field of what would be searched
      plat.dryRun('buyerSearch', { body: { adress: 'a' } });
      console.log(buyers, pending);`;
      const user = join(folder, 'user');
      writeFileSync(join(user, 'program.mts'), program);
      writeFileSync(join(user, 'readme.mts'), README_SURROUNDINGS + readmeSamples());
      const flags = [
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--module',
        'nodenext',
        '--target',
        'es2022',
        '--lib',
        'es2022,dom',
      ];
      expect(await run([TYPESCRIPT, ...flags, 'program.mts', 'readme.mts'], user)).toEqual({ exitCode: 0, stdout: '' });
      // Tools older than `exports` read these.
      const { main, types, exports } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
      expect(exports['.']).toMatchObject({ types, default: main });
    },
    SLOW_MS,
  );
});
