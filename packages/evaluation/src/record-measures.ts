import type { Measure } from './measure.ts';
import { cambridgeOwnerOccupied } from './measures/cambridge-owner-occupied.ts';
import { firstAndLastNames } from './measures/first-and-last-names.ts';
import { landlordNames } from './measures/landlord-names.ts';
import { landlordPairs } from './measures/landlord-pairs.ts';
import { lebanonArmsLength } from './measures/lebanon-arms-length.ts';
import { loudounArmsLength } from './measures/loudoun-arms-length.ts';
import { otherOwners } from './measures/other-owners.ts';
import { personOrCompany } from './measures/person-or-company.ts';
import { postalAddresses } from './measures/postal-addresses.ts';
import { richmondFlips } from './measures/richmond-flips.ts';
import { seattleValues, seattleValuesMonthly } from './measures/seattle-values.ts';
import { seattleValuesByKind } from './measures/seattle-values-by-kind.ts';

/** Measures that need the records alone. Those that also need a service are beside `plat evaluate`. */
export const RECORD_MEASURES: readonly Measure[] = [
  seattleValues,
  seattleValuesMonthly,
  seattleValuesByKind,
  loudounArmsLength,
  lebanonArmsLength,
  richmondFlips,
  cambridgeOwnerOccupied,
  landlordNames,
  otherOwners,
  landlordPairs,
  firstAndLastNames,
  personOrCompany,
  postalAddresses,
];
