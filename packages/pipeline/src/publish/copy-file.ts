import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Sql } from '@plat/db';

/**
 * Loads a file through a `copy ... from stdin` statement.
 * @throws what the server says about the rows, the disk or the connection, at whatever moment it says it.
 */
export async function copyFile(tx: Pick<Sql, 'unsafe'>, statement: string, file: string): Promise<void> {
  const query = tx.unsafe(statement);
  // postgres.js has answered this query with the stream by then, and tells a failure after the last row to nobody.
  const failed = new Promise<never>((_, reject) => Object.assign(query, { reject }));
  failed.catch(() => {});
  const copy = await Promise.race([query.writable(), failed]);
  await Promise.race([pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), copy), failed]);
}
