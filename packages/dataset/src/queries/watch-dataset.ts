import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { publishedChannel, schemaOf } from '../realm.ts';

export interface DatasetWatch {
  stop(): Promise<void>;
}

/** A replica that is read from hears of a version before it has it. */
const ASK_AGAIN_AFTER_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/**
 * Calls the listener with the version that serves now, and again whenever another one does: at once through LISTEN,
 * and by asking every `pollSeconds` in case a notice was lost with its connection.
 * @param onError told of failed polls; watching goes on.
 */
export async function watchDataset(
  sql: Sql,
  realm: Realm,
  listener: (version: number) => void,
  options: { pollSeconds?: number; onError?: (error: unknown) => void } = {},
): Promise<DatasetWatch> {
  let seen: number | null = null;
  const check = async () => {
    const [row] = await sql<
      { version: number }[]
    >`select coalesce(max(version), 0) as version from ${schemaOf(sql, realm)}.version`;
    const version = row?.version ?? 0;
    if (version === seen) return;
    seen = version;
    listener(version);
  };
  // One after the other, so that a slow answer never reports an older version after a newer one.
  let checks = check();
  let isStopped = false;
  const checkQuietly = () => {
    checks = checks.then(check).catch((error: unknown) => options.onError?.(error));
    return checks;
  };
  const checkUntilSeen = async (announced: number) => {
    for (const pauseMs of ASK_AGAIN_AFTER_MS) {
      await checkQuietly();
      if (isStopped || !((seen ?? 0) < announced)) return;
      await Bun.sleep(pauseMs);
    }
  };
  await checks;
  // A pooler in front of PostgreSQL may refuse LISTEN; polling alone is slower, not wrong.
  const onNotice = (version: string) => void checkUntilSeen(Number(version));
  const listening = await sql
    .listen(publishedChannel(realm), onNotice, () => void checkQuietly())
    .catch((error: unknown) => {
      options.onError?.(error);
      return null;
    });
  const timer = setInterval(checkQuietly, (options.pollSeconds ?? 15) * 1000);
  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await listening?.unlisten().catch(() => {});
    },
  };
}
