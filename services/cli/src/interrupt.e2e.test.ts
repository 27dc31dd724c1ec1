import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '@plat/test-kit';

const MAIN = join(import.meta.dir, 'main.ts');

test.each(['SIGINT', 'SIGTERM'] as const)(
  'an import ended by %s reports it in one JSON document and exits with 1',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'plat-interrupt-'));
    const database = await testDatabase();
    try {
      // The first statement of every import waits for this session.
      await database.sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(7528001)`;
        writeFileSync(join(folder, 'properties.csv'), 'parcel_id,state,address\nP1,CO,1 Oak St\n');
        const child = Bun.spawn([process.execPath, MAIN, 'import', 'canonical', folder, '--json'], {
          env: { ...process.env, PLAT_HOME: join(folder, 'home'), DATABASE_URL: database.url },
          stdout: 'pipe',
          stderr: 'ignore',
        });
        const isAtWork = () =>
          database.sql`select 1 from pg_stat_activity where application_name = 'plat-command' and wait_event_type = 'Lock'`;
        while ((await isAtWork()).length === 0) await Bun.sleep(50);
        child.kill(signal);
        expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
          error: 'Interrupted. Published data is unchanged.',
        });
        expect(await child.exited).toBe(1);
      });
    } finally {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
