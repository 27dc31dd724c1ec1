import { createHash } from 'node:crypto';
import { ALL_REGIONS, type Dataset } from '@plat/dataset';
import { REALMS, type Realm } from '@plat/kit';

/** Raise it when the same records give other tiles, because this process keeps made tiles. */
const TILE_FORMAT = 1;

/**
 * Names the content of the tiles of a realm: equal for datasets with the same builds of all states, such as a
 * version and its rollback. New do-not-contact lists do not change it.
 */
export function tileVersion(realm: Realm, { regions, buildOf }: Pick<Dataset, 'regions' | 'buildOf'>): string {
  const builds = regions.filter(({ name }) => name !== ALL_REGIONS).map(({ name }) => [name, buildOf(name)]);
  const hash = createHash('sha256')
    .update(JSON.stringify([TILE_FORMAT, builds]))
    .digest('hex');
  return `${realm}-${hash.slice(0, 16)}`;
}

/** The realm of a version; null for any other text. */
export const realmOfVersion = (version: string): Realm | null =>
  REALMS.find((realm) => version.startsWith(`${realm}-`)) ?? null;
