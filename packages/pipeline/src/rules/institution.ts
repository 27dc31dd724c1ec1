import {
  INSTITUTION_FULL_COVERAGE_PROPERTIES,
  INSTITUTION_MIN_HOLDINGS,
  INSTITUTION_MIN_PURCHASES,
  INSTITUTION_MIN_SCALE,
} from '@plat/dataset/constants';
import { type Institution, isInstitution } from '@plat/records';

export interface Coverage {
  counties: number;
  residentialProperties: number;
}

export interface InstitutionThresholds {
  minHoldings: number;
  minPurchases: number;
}

/**
 * Thresholds of C.5. They describe an owner over a state or the nation; where the coverage is one county they are scaled
 * by its residential properties over 200,000, but never below 30 %: 100 holdings become 30 to 100.
 */
export function institutionThresholds({ counties, residentialProperties }: Coverage): InstitutionThresholds {
  const share = residentialProperties / INSTITUTION_FULL_COVERAGE_PROPERTIES;
  const scale = counties > 1 ? 1 : Math.min(1, Math.max(INSTITUTION_MIN_SCALE, share));
  return {
    minHoldings: Math.ceil(INSTITUTION_MIN_HOLDINGS * scale),
    minPurchases: Math.ceil(INSTITUTION_MIN_PURCHASES * scale),
  };
}

export interface BuyerSize {
  /** Residential properties of the coverage that the cluster owns now. */
  holdings: number;
  /** Residential purchases in the last 12 months of their county. */
  purchases: number;
}

export interface InstitutionVerdict {
  kind: 'large' | 'alias' | 'ibuyer' | null;
  /** Parent company of the curated list. */
  parent: string | null;
}

/**
 * Whether a buyer cluster is a large institution (C.5): by the curated list under any of its names, else by size. A hit of
 * the list wins, so that a flipper can be hidden by the list only. Names in alphabetical order decide between two parents.
 * @param mayBeLarge false for governments, lenders, builders and non-profits, whose size says nothing here.
 */
export function judgeInstitution(
  nameKeys: readonly string[],
  size: BuyerSize,
  mayBeLarge: boolean,
  thresholds: InstitutionThresholds,
): InstitutionVerdict {
  for (const nameKey of [...nameKeys].sort()) {
    const listed: Institution | null = isInstitution(nameKey);
    if (listed !== null) return { kind: listed.kind, parent: listed.parent };
  }
  const isLarge = size.holdings >= thresholds.minHoldings || size.purchases >= thresholds.minPurchases;
  return { kind: mayBeLarge && isLarge ? 'large' : null, parent: null };
}
