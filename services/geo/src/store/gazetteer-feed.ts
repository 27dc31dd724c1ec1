import { type DatasetWatch, readStreetDictionary, watchDataset } from '@plat/dataset';
import type { ReadPool, Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { Gazetteer } from '../domain/gazetteer.ts';

/** Reads the dictionaries of the current version. */
export async function loadGazetteer(sql: Sql, realm: Realm): Promise<Gazetteer> {
  const { streets, places } = await readStreetDictionary(sql, realm);
  return new Gazetteer(streets, places);
}

export interface GazetteerFeed {
  current(): Gazetteer;
  /** True once the dictionaries are loaded. */
  isLoaded(): boolean;
  stop(): Promise<void>;
}

/**
 * Keeps the dictionaries in step with the published dataset: loads them before it resolves, and again for every new
 * version; the old one serves until then. Without a database or dataset it reports and retries, so the service
 * starts but is not ready.
 */
export async function followGazetteer(
  pool: ReadPool,
  realm: Realm,
  options: { onError: (error: unknown) => void; pollSeconds?: number; retryMs?: number },
): Promise<GazetteerFeed> {
  const { onError, pollSeconds, retryMs = 5_000 } = options;
  let current: Gazetteer | null = null;
  let wanted = 0;
  let loading: Promise<void> | null = null;
  let watch: DatasetWatch | null = null;
  let retry: Timer | null = null;
  let isStopped = false;

  const readUntilCurrent = async (): Promise<void> => {
    let read: number;
    do {
      read = wanted;
      current = await pool.read((sql) => loadGazetteer(sql, realm));
    } while (read !== wanted && !isStopped);
  };
  const tryAgain = (error: unknown): void => {
    if (isStopped) return;
    onError(error);
    retry = setTimeout(() => void follow(), retryMs);
  };
  const load = (): Promise<void> => {
    loading ??= readUntilCurrent()
      .catch(tryAgain)
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const onVersion = (version: number): void => {
    wanted = version;
    void load();
  };
  const follow = async (): Promise<void> => {
    try {
      watch ??= await watchDataset(pool, realm, onVersion, { onError, pollSeconds });
    } catch (error) {
      tryAgain(error);
      return;
    }
    await load();
  };
  await follow();
  return {
    current: () => current ?? EMPTY,
    isLoaded: () => current !== null,
    async stop() {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
      await watch?.stop();
      await loading;
    },
  };
}

const EMPTY = new Gazetteer([], []);
