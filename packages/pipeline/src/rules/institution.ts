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
 * Thresholds of large institutions (docs/rules/institutions.md). They describe an owner in a state or the nation.
 * With the coverage of one county they scale with its residential properties over 200,000, at least 30 %: 100
 * holdings become 30 to 100.
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
  /** Residential properties that the cluster owns now. */
  holdings: number;
  /** Residential purchases in the last 12 months of their county. */
  purchases: number;
}

export interface InstitutionVerdict {
  kind: 'large' | 'alias' | 'ibuyer' | null;
  /** Parent company on the curated list. */
  parent: string | null;
}

/**
 * True if a buyer cluster is a large institution (docs/rules/institutions.md): one of its names is on the curated
 * list, or it is large. Only the list hides a flipper. With two parents, the first name in alphabetical order
 * decides.
 * @param mayBeLarge false for governments, lenders, builders and non-profits, whose size does not count.
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
