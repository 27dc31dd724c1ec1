import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureMarketSchema } from '@plat/dataset';
import { testDatabase } from '@plat/test-kit';
import { openFactsStore } from './facts-store.ts';

test('restricts the facts folder to its owner, also if it existed with wider rights', async () => {
  const database = await testDatabase();
  const home = mkdtempSync(join(tmpdir(), 'plat-facts-store-'));
  try {
    await ensureMarketSchema(database.sql);
    await mkdir(join(home, 'market'));
    await chmod(join(home, 'market'), 0o755);
    const { root } = await openFactsStore(database.sql, 'live', home);
    expect(statSync(root).isDirectory()).toBe(true);
    expect(statSync(join(home, 'market')).mode & 0o077).toBe(0);
  } finally {
    rmSync(home, { recursive: true, force: true });
    await database.close();
  }
}, 60_000);
