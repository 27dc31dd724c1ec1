import { type AddressParts, cityKey, streetNameKeyOf } from '@plat/records';
import { directionalRelation, hasDirectionals } from './compare-street.ts';
import type { Gazetteer, KnownStreet } from './gazetteer.ts';
import type { AddressRow } from './ports.ts';

/** An address that a text may mean, with its street. */
export interface RowOnStreet {
  row: AddressRow;
  street: KnownStreet;
  /** Whether the name of the street is not the one that was written. */
  isMisspelled: boolean;
}

/**
 * Leaves out the rows that another property rules out: a record that lacks the written directional when a street beside
 * it has that directional, and a corrected name when a street beside it has the name as written.
 */
export function withoutRuledOut<Row extends RowOnStreet>(
  parts: AddressParts,
  rows: readonly Row[],
  known: Gazetteer,
): Row[] {
  const named = known.streetsNamed(streetNameKeyOf(parts));
  const directed = rows.some(({ street, isMisspelled }) => !isMisspelled && hasDirectionals(parts, street.parts));
  return rows.filter(({ row, street, isMisspelled }) => {
    const beside = named.filter((one) => isSuffixOf(parts, one) && runsBeside(one, row));
    if (isMisspelled && beside.length > 0) return false;
    if (directionalRelation(parts, street.parts) !== 'lacking') return true;
    return !directed && !beside.some((one) => hasDirectionals(parts, one.parts));
  });
}

const isSuffixOf = ({ suffix }: AddressParts, { parts }: KnownStreet): boolean =>
  suffix === null || suffix === parts.suffix;

/** Whether a street has addresses in the city or ZIP code of a row. */
function runsBeside({ rows }: KnownStreet, row: AddressRow): boolean {
  const city = cityKey(row.city);
  return rows.some(
    (one) =>
      one.region === row.region &&
      ((city === null && row.zip === null) ||
        (city !== null && cityKey(one.city_key) === city) ||
        (row.zip !== null && one.zip === row.zip)),
  );
}
