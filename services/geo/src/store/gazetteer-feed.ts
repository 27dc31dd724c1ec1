import type { Sql } from '@plat/db';
import { watchDataset } from '@plat/market';
import { Gazetteer } from '../domain/gazetteer.ts';
import type { PlaceRow, StreetRow } from '../domain/ports.ts';

const ROWS_PER_BATCH = 5_000;

/** Reads the dictionaries of the version that serves now. */
export async function loadGazetteer(sql: Sql): Promise<Gazetteer> {
  const streets: StreetRow[] = [];
  const cursor = sql<StreetRow[]>`
    select region, street_key, street_name_key, city_key, zip, address_count from market.street`.cursor(ROWS_PER_BATCH);
  for await (const rows of cursor) streets.push(...rows);
  const places = await sql<PlaceRow[]>`
    select region, kind, place_key, label, latitude, longitude, address_count from market.place`;
  return new Gazetteer(streets, [...places]);
}

export interface GazetteerFeed {
  current(): Gazetteer;
  /** Resolves when the dictionaries have been read once. */
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps the dictionaries in step with the published dataset: read at start, again whenever another version is published.
 * Until a new version is read, the last one serves.
 * @param onError told when reading fails; the next published version or `retryMs` tries again.
 */
export async function followGazetteer(
  sql: Sql,
  options: { onError: (error: unknown) => void; pollSeconds?: number; retryMs?: number },
): Promise<GazetteerFeed> {
  let current = new Gazetteer([], []);
  let wanted = -1;
  let loading: Promise<void> | null = null;
  let retry: Timer | null = null;
  let isStopped = false;

  const load = async (): Promise<void> => {
    for (let loaded = -2; loaded !== wanted && !isStopped; ) {
      loaded = wanted;
      current = await loadGazetteer(sql);
    }
  };
  const follow = (): Promise<void> => {
    loading ??= load()
      .catch((error: unknown) => {
        if (isStopped) return;
        options.onError(error);
        retry = setTimeout(() => void follow(), options.retryMs ?? 5_000);
      })
      .finally(() => {
        loading = null;
      });
    return loading;
  };
  const watch = await watchDataset(
    sql,
    (version) => {
      wanted = version;
      void follow();
    },
    { onError: options.onError, pollSeconds: options.pollSeconds },
  );
  return {
    current: () => current,
    ready: follow(),
    async stop() {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
      await watch.stop();
      await loading;
    },
  };
}
