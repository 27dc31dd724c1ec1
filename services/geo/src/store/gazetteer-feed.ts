import { type DatasetWatch, schemaOf, watchDataset } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { Gazetteer } from '../domain/gazetteer.ts';
import type { PlaceRow, StreetRow } from '../domain/ports.ts';

const ROWS_PER_BATCH = 5_000;

/** Reads the dictionaries of the version that serves now. */
export async function loadGazetteer(sql: Sql, realm: Realm): Promise<Gazetteer> {
  const schema = schemaOf(sql, realm);
  const streets: StreetRow[] = [];
  const cursor = sql<StreetRow[]>`
    select region, street_key, street_name_key, city_key, zip, address_count from ${schema}.street`.cursor(
    ROWS_PER_BATCH,
  );
  for await (const rows of cursor) streets.push(...rows);
  const places = await sql<PlaceRow[]>`
    select region, kind, place_key, label, latitude, longitude, address_count from ${schema}.place`;
  return new Gazetteer(streets, [...places]);
}

export interface GazetteerFeed {
  current(): Gazetteer;
  /** Whether the dictionaries have been read. */
  isLoaded(): boolean;
  stop(): Promise<void>;
}

/**
 * Keeps the dictionaries in step with the published dataset: read before this resolves, and again whenever another version
 * is published; until a new version is read, the last one serves. A database that is away or has no dataset yet is
 * reported and tried again, so that the service starts all the same and is not ready until then.
 */
export async function followGazetteer(
  sql: Sql,
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
      current = await loadGazetteer(sql, realm);
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
      watch ??= await watchDataset(sql, realm, onVersion, { onError, pollSeconds });
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
