import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '@plat/db';

/**
 * Loads a file through a `copy ... from stdin` statement.
 * @throws the server's error about rows, disk or connection, whenever it occurs.
 */
export async function copyFile(tx: Pick<Sql, 'unsafe'>, statement: string, file: string): Promise<void> {
  const query = tx.unsafe(statement);
  // postgres.js has resolved this query with the stream by then, and drops failures after the last row.
  const failed = new Promise<never>((_, reject) => Object.assign(query, { reject }));
  failed.catch(() => {});
  const copy = await Promise.race([query.writable(), failed]);
  await Promise.race([pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), copy), failed]);
}
