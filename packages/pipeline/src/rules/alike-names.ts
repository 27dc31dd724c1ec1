import { ADDRESS_MAX_NAMES } from '@plat/dataset/constants';
import { minCosine, profileSimilarity, type TrigramProfile, trigramProfile } from '@plat/records';

/**
 * SQL: `owner_at_address` (mailing_key, name_number, name_key, is_entity) -> `name_pair` (left_number,
 * right_number, left_key, right_key, is_entity, mailing_key). Pairs share an address, are both people or both
 * entities, and are close enough in length for the cosine to reach the threshold.
 */
export const NAME_PAIRS_SQL = `
  CREATE OR REPLACE TABLE shared_address AS
    SELECT mailing_key, count(*) AS names FROM owner_at_address
    GROUP BY mailing_key HAVING count(*) BETWEEN 2 AND ${ADDRESS_MAX_NAMES};
  CREATE OR REPLACE TABLE name_pair AS
    SELECT a.name_number AS left_number, b.name_number AS right_number, a.name_key AS left_key, b.name_key AS right_key,
      a.is_entity, a.mailing_key
    FROM shared_address s
    JOIN owner_at_address a USING (mailing_key)
    JOIN owner_at_address b USING (mailing_key)
    WHERE a.name_number < b.name_number AND a.is_entity = b.is_entity
      AND least(length(a.name_key), length(b.name_key)) + 1 >=
        (CASE WHEN a.is_entity THEN ${(minCosine(true) ** 2).toFixed(4)} ELSE ${(minCosine(false) ** 2).toFixed(4)} END - 0.1)
        * greatest(length(a.name_key), length(b.name_key));
`;

const LONG_NAME = 30;

/** Names that differ at both ends share too few trigrams to be alike, unless they are very long. */
const differAtBothEnds = (left: string, right: string): boolean =>
  left.length < LONG_NAME &&
  right.length < LONG_NAME &&
  left.slice(0, 2) !== right.slice(0, 2) &&
  left.slice(-2) !== right.slice(-2);

const REMEMBERED_PROFILES = 20_000;

/** Compares names by number. Caches recent profiles, because pairs arrive address by address. */
export class NameComparer {
  readonly #profiles = new Map<number, TrigramProfile>();

  areAlike(leftNumber: number, leftKey: string, rightNumber: number, rightKey: string, isEntity: boolean): boolean {
    if (differAtBothEnds(leftKey, rightKey)) return false;
    return (
      profileSimilarity(this.#profile(leftNumber, leftKey), this.#profile(rightNumber, rightKey)) >= minCosine(isEntity)
    );
  }

  #profile(number: number, key: string): TrigramProfile {
    let profile = this.#profiles.get(number);
    if (profile === undefined) {
      profile = trigramProfile(key);
      if (this.#profiles.size >= REMEMBERED_PROFILES) this.#profiles.clear();
      this.#profiles.set(number, profile);
    }
    return profile;
  }
}
