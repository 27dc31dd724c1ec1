import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMarketSchema, readAccuracy } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';

const MAIN = join(import.meta.dir, '..', 'main.ts');
const SLOW_MS = 120_000;

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-evaluate-'));
  database = await testDatabase();
  await ensureMarketSchema(database.sql);
}, SLOW_MS);
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function evaluate(...words: string[]) {
  const { PLAT_DATA_DIR: _, ...inherited } = process.env;
  const env = { ...inherited, PLAT_HOME: join(folder, 'home'), DATABASE_URL: database.url };
  const child = Bun.spawn([process.execPath, MAIN, 'evaluate', 'linking', ...words], {
    cwd: folder,
    env,
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

/** The second pair shares only an address, which a wide search follows and the import does not. */
const LABELS = `name_a,address_a,name_b,address_b,same
OCOTILLO LANTERN LLC,"12 Oak St, Phoenix, AZ 85001",OCOTILLO LANTERN L L C,"9 Elm Rd, Mesa, AZ 85201",yes
OCOTILLO LANTERN LLC,"12 Oak St, Phoenix, AZ 85001",PALO VERDE RENTALS LLC,"12 OAK STREET, PHOENIX AZ 85001",yes
OCOTILLO LANTERN LLC,"12 Oak St, Phoenix, AZ 85001",SAGUARO HOMES LLC,"1 Pine St, Tucson, AZ 85701",no
`;

test(
  'prints the accuracy of joined owner names and stores it with the serving version',
  async () => {
    writeFileSync(join(folder, 'labels.csv'), LABELS);
    const early = await evaluate('labels.csv', '--json');
    expect(early).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('The dataset is empty') });
    await database.sql`insert into market.version (version, kind, as_of, imports, regions) values (7, 'import', '2026-06-30', '[]', '{}')`;
    const { exitCode, stdout } = await evaluate('labels.csv', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      sets: [{ name: 'labels.csv' }],
      all: { strict: { sample_size: 3, precision: 1, recall: 0.5 }, wide: { precision: 1, recall: 1 } },
    });
    expect((await readAccuracy(database.sql, 'live')).linking).toMatchObject({
      datasetVersion: 7,
      rows: [{ sample_size: 3, precision: 1, recall: 0.5, evaluated_on: expect.any(String) }],
    });
  },
  SLOW_MS,
);

test(
  'reports missing labelled records',
  async () => {
    const { exitCode, stdout } = await evaluate('--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout).error).toContain('--data');
  },
  SLOW_MS,
);
