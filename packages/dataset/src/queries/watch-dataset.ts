import type { ReadPool } from '@plat/db';
import type { Realm } from '@plat/kit';
import { publishedChannel, schemaOf } from '../realm.ts';

export interface DatasetWatch {
  stop(): Promise<void>;
}

/** A replica can receive the notice before the version itself. */
const RETRY_DELAYS_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/**
 * Calls the listener with the serving version, and again whenever another one serves: at once through LISTEN, and
 * by polling every `pollSeconds` in case a notice was lost with its connection.
 * @param onError called for failed polls; watching continues.
 */
export async function watchDataset(
  pool: ReadPool,
  realm: Realm,
  listener: (version: number) => void,
  options: { pollSeconds?: number; onError?: (error: unknown) => void } = {},
): Promise<DatasetWatch> {
  let seen: number | null = null;
  const check = async () => {
    const [row] = await pool.read(
      (sql) =>
        sql<{ version: number }[]>`select coalesce(max(version), 0) as version from ${schemaOf(sql, realm)}.version`,
    );
    const version = row?.version ?? 0;
    if (version === seen) return;
    seen = version;
    listener(version);
  };
  // Checks run one after another, so that a slow one never reports an older version after a newer one.
  let checks = check();
  let isStopped = false;
  const checkQuietly = () => {
    checks = checks.then(check).catch((error: unknown) => options.onError?.(error));
    return checks;
  };
  const checkUntilSeen = async (announced: number) => {
    for (const pauseMs of RETRY_DELAYS_MS) {
      await checkQuietly();
      if (isStopped || !((seen ?? 0) < announced)) return;
      await Bun.sleep(pauseMs);
    }
  };
  await checks;
  // A pooler in front of PostgreSQL may refuse LISTEN. Polling alone is slower but correct.
  const onNotice = (version: string) => void checkUntilSeen(Number(version));
  const listening = await pool.primary
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
