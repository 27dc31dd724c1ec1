import { type Dataset, type DatasetWatch, readStreetDictionary, servingDatasetOf, watchDataset } from '@plat/dataset';
import type { ReadPool } from '@plat/db';
import type { Realm } from '@plat/kit';
import { Gazetteer } from '../domain/gazetteer.ts';

/** A version of the dataset with its dictionaries. */
export interface LoadedPlaces {
  dataset: Dataset;
  gazetteer: Gazetteer;
}

/** Reads the dictionaries of the current version. */
export async function loadPlaces(pool: ReadPool, realm: Realm): Promise<LoadedPlaces> {
  const dataset = await servingDatasetOf(pool, realm);
  const { streets, places } = await readStreetDictionary(dataset);
  return { dataset, gazetteer: new Gazetteer(streets, places) };
}

export interface GazetteerFeed {
  current(): Gazetteer;
  /** The version of the current dictionaries; null while they are not loaded. */
  dataset(): Dataset | null;
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
  let current: LoadedPlaces | null = null;
  let wanted = 0;
  let loading: Promise<void> | null = null;
  let watch: DatasetWatch | null = null;
  let retry: Timer | null = null;
  let isStopped = false;

  const readUntilCurrent = async (): Promise<void> => {
    let read: number;
    do {
      read = wanted;
      current = await loadPlaces(pool, realm);
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
    current: () => current?.gazetteer ?? EMPTY,
    dataset: () => current?.dataset ?? null,
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
