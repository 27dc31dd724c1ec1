import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeIdleCluster } from '@plat/db';
import { type Home, takeServingRight } from './home.ts';

/** Folder in `<home>/market` with the rejected rows; the message about a failed import names a file in it. */
const REJECTS = 'rejects';

/**
 * Removes a home that this process created, except for lists of rejected rows. Removes nothing while another process
 * uses the home.
 */
export async function discardHome(home: Home): Promise<void> {
  const right = await takeServingRight(home).catch(() => null);
  if (right === null) return;
  try {
    if (!(await removeIdleCluster(home.postgresDirectory))) return;
    const market = join(home.path, 'market');
    for (const name of entriesOf(market)) {
      const isKept = name === REJECTS && entriesOf(join(market, REJECTS)).length > 0;
      if (!isKept) rmSync(join(market, name), { recursive: true, force: true });
    }
    for (const name of entriesOf(home.path)) {
      const isKept = name === 'market' && entriesOf(market).length > 0;
      if (!isKept) rmSync(join(home.path, name), { recursive: true, force: true });
    }
    if (entriesOf(home.path).length === 0) rmdirSync(home.path);
  } finally {
    right.release();
  }
}

const entriesOf = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);
