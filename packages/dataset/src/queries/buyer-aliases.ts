import { NAME_TAIL_SQL } from '@plat/records';
import type { Dataset, Parameter, RowsOf } from '../serving-dataset.ts';
import type { DatasetRow } from '../tables.ts';
import { ofEachRegion } from './of-each-region.ts';

const COLUMNS = [
  'region',
  'buyer_id',
  'name_key',
  'name',
  'mailing_key',
  'mailing_building_key',
  'mailing_owners',
  'occurrences',
] as const;

/** A name and mailing address under which a buyer cluster was recorded. */
export type BuyerAlias = Pick<DatasetRow<'buyer_alias'>, (typeof COLUMNS)[number]>;

/** States to search; null searches all. */
type Regions = readonly string[] | null;
/** Sorts after every character of a key. */
const AFTER_KEYS = '~';
/** Maximum number of rows that share a street line without unit, over all ZIP codes and units. */
const BUILDING_MAX_ROWS = 5_000;

/**
 * The statements behind `BuyerAliases`. Prefixes are compared with the operators of `text_pattern_ops`, because
 * `like` with a bound parameter cannot use that index.
 */
export const buyerAliasStatements = {
  named: (rowsOf: RowsOf, regions: readonly string[]) => select(rowsOf, regions, `name_key = any($1::text[])`),
  mailedTo: (rowsOf: RowsOf, regions: readonly string[]) => select(rowsOf, regions, `mailing_key = any($1::text[])`),
  inBuilding: (rowsOf: RowsOf, regions: readonly string[]) =>
    select(
      rowsOf,
      regions,
      `mailing_key ~>=~ $1::text and mailing_key ~<~ ($1::text || '${AFTER_KEYS}') and mailing_building_key = any($2::text[])`,
      `limit ${BUILDING_MAX_ROWS}`,
    ),
  ofBuyers: (rowsOf: RowsOf, regions: readonly string[]) => select(rowsOf, regions, `buyer_id = any($1::bigint[])`),
  beginning: (rowsOf: RowsOf, regions: readonly string[]) =>
    select(
      rowsOf,
      regions,
      `name_key ~>=~ $1::text and name_key ~<~ ($1::text || '${AFTER_KEYS}') and length(name_key) between $2 and $3`,
      'limit $4',
    ),
  /** The ZIP codes are repeated in both branches, so that each branch is one range of its own index. */
  inZips: (rowsOf: RowsOf, regions: readonly string[]) =>
    select(
      rowsOf,
      regions,
      `(split_part(mailing_key, '|', 2) = any($1::text[]) and left(name_key, 2) = any($4::text[])
        or split_part(mailing_key, '|', 2) = any($1::text[]) and ${NAME_TAIL_SQL} = any($5::text[]))
       and length(name_key) between $2 and $3`,
    ),
  sharing: (rowsOf: RowsOf, regions: readonly string[]) =>
    ofEachRegion(
      regions,
      (region) => `
    select region, mailing_key, array_agg(distinct buyer_id) as buyer_ids from ${rowsOf('buyer_alias', region)} buyer_alias
    where mailing_key = any($1::text[])
    group by region, mailing_key having count(distinct buyer_id) between 2 and $2`,
    ),
} as const;

/** @param limit holds for each region and for all of them */
function select(rowsOf: RowsOf, regions: readonly string[], where: string, limit = ''): string {
  const ofRegion = (region: readonly string[]) =>
    `select ${COLUMNS.join(', ')} from ${rowsOf('buyer_alias', region)} buyer_alias where ${where} ${limit}`;
  return regions.length < 2 ? ofRegion(regions) : `${ofEachRegion(regions, ofRegion)} ${limit}`;
}

/** Narrows the names of a ZIP code to candidates: similar length, same beginning or end. */
export interface NameShape {
  minLength: number;
  maxLength: number;
  /** First two characters. */
  heads: readonly string[];
  /** Last two characters without the legal form, as returned by `nameTail`. */
  tails: readonly string[];
}

export interface SharedMailing {
  region: string;
  mailing_key: string;
  buyer_ids: number[];
}

/** Names and mailing addresses of the buyer clusters; each lookup is one index scan per region. */
export function buyerAliases(dataset: Dataset) {
  const ask = <Row extends object = BuyerAlias>(
    question: keyof typeof buyerAliasStatements,
    regions: Regions,
    ...parameters: Parameter[]
  ) => dataset.ask<Row>(buyerAliasStatements[question](dataset.rowsOf, regions ?? dataset.states), parameters);
  return {
    /** Aliases with exactly one of the normalised names. */
    named: (regions: Regions, nameKeys: readonly string[]) => ask('named', regions, [...nameKeys]),
    /** Aliases with exactly one of the mailing addresses, including the unit (`mailingKeys`). */
    mailedTo: (regions: Regions, mailingKeys: readonly string[]) => ask('mailedTo', regions, [...mailingKeys]),
    /**
     * Aliases at any unit of a building.
     * @param street prefix of the keys: house and street; @param buildingKeys its keys without unit, one per place.
     */
    inBuilding: (regions: Regions, street: string, buildingKeys: readonly string[]) =>
      ask('inBuilding', regions, street, [...buildingKeys]),
    /** All aliases of the clusters. */
    ofBuyers: (regions: Regions, buyerIds: readonly number[]) => ask('ofBuyers', regions, [...buyerIds]),
    /** Names with this prefix and a length within limits; only some of them when there are more than `limit`. */
    beginning: (regions: Regions, beginning: string, minLength: number, maxLength: number, limit: number) =>
      ask('beginning', regions, beginning, minLength, maxLength, limit),
    /** Possibly similar names with mail to one of the ZIP codes. */
    inZips: (regions: Regions, zips: readonly string[], { minLength, maxLength, heads, tails }: NameShape) =>
      ask('inZips', regions, [...zips], minLength, maxLength, [...heads], [...tails]),
    /** Addresses shared by 2 to `maxBuyers` clusters, with the clusters. */
    sharing: (regions: Regions, mailingKeys: readonly string[], maxBuyers: number) =>
      ask<SharedMailing>('sharing', regions, [...mailingKeys], maxBuyers),
  };
}
