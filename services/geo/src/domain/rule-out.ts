import { type AddressParts, cityKey, streetNameKeyOf } from '@plat/records';
import { directionalRelation, hasDirectionals } from './compare-street.ts';
import type { Gazetteer, KnownStreet } from './gazetteer.ts';
import type { AddressRow } from './ports.ts';

/** A candidate address with its street. */
export interface RowOnStreet {
  row: AddressRow;
  street: KnownStreet;
  /** True if the street name was corrected. */
  isMisspelled: boolean;
}

/**
 * Drops rows that another property rules out: a record without the written directional if a street of the same
 * place has it, and a corrected name if a street of the same place is spelled as written.
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

/** True if a street has addresses in the city or ZIP code of a row. */
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
