import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '@plat/db';
import { openDatabase } from '@plat/standalone/database';
import { openHome } from '@plat/standalone/home';
import { onStopSignals } from '@plat/standalone/signals';

const UNLIMITED_MS = 0;
const INTERRUPTED = 1;

/** A new home with an embedded PostgreSQL of its own, removed afterwards, also on Ctrl-C. Ignores DATABASE_URL. */
export async function withScratchDatabase<T>(work: (opened: { home: string; sql: Sql }) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-evaluate-'));
  const home = join(folder, 'home');
  const opening = openDatabase(openHome(home), undefined, () => {});
  let sql: Sql | undefined;
  const close = async () => {
    await sql?.end({ timeout: 1 });
    await opening.then((database) => database.close()).catch(() => {});
    await rm(folder, { recursive: true, force: true });
  };
  const off = onStopSignals(async () => {
    await close();
    return INTERRUPTED;
  });
  try {
    sql = connect((await opening).url, { applicationName: 'plat-evaluate', statementTimeoutMs: UNLIMITED_MS });
    return await work({ home, sql });
  } finally {
    await close();
    off();
  }
}
