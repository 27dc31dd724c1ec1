import { LRUCache } from 'lru-cache';
import type { Dataset } from '../serving-dataset.ts';
import { ALL_REGIONS } from '../tables.ts';
import { countyKeySql } from './nearest-county.ts';

export interface PhoneShares {
  /**
   * Share of buyers with a phone, 0 to 1, by key of each county in a region: a contact with a phone is stored under
   * the name of one of their deals. Do-not-contact lists are not applied.
   */
  of(dataset: Dataset, region: string): Promise<ReadonlyMap<string, number>>;
}

const KEPT_REGIONS = 200;

/** Contacts belong to no region, so the shares are computed once per pair of builds. */
export function createPhoneShares(): PhoneShares {
  const known = new LRUCache<string, Promise<ReadonlyMap<string, number>>>({ max: KEPT_REGIONS });
  return {
    of: (dataset, region) => {
      const key = `${region} ${dataset.buildOf(region)} ${dataset.buildOf(ALL_REGIONS)}`;
      const kept = known.get(key);
      if (kept !== undefined) return kept;
      const shares = readShares(dataset, region).catch((error: unknown) => {
        if (known.peek(key) === shares) known.delete(key);
        throw error;
      });
      known.set(key, shares);
      return shares;
    },
  };
}

async function readShares({ ask, rowsOf }: Dataset, region: string): Promise<Map<string, number>> {
  const rows = await ask<{ county_key: string; share: number }>(
    `select county_key, avg(has_phone::int)::float8 as share from (
       select ${countyKeySql('d')} as county_key, d.buyer_id, bool_or(c.name_key is not null) as has_phone
       from ${rowsOf('deal', [region])} d
       left join ${rowsOf('phone_name', [ALL_REGIONS])} c on c.name_key = d.buyer_name_key
       where not d.extended and d.arms_length <> 'non_arms_length'
       group by 1, 2) buyers
     group by county_key`,
    [],
  );
  return new Map(rows.map(({ county_key, share }) => [county_key, share]));
}
