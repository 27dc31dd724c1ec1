import type { SaleValidity } from './sale-validities.ts';

type SaleCodes = Readonly<Record<number, SaleValidity>>;

const codes = (validity: SaleValidity, ...numbers: readonly number[]): SaleCodes =>
  Object.fromEntries(numbers.map((number) => [number, validity]));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/**
 * Florida Department of Revenue, Property Tax Data Files User's Guide, QUAL_CD. Only 01 and 02 are arm's length sales
 * that the state uses; 03 to 06 are left out of its ratio study, 11 to 21 are disqualified by the deed and 30 to 43 by
 * other evidence. 98 and 99 wait for a decision.
 */
const FLORIDA: SaleCodes = {
  ...codes('market', 1, 2),
  ...codes('not_market', ...range(3, 6), ...range(11, 14), ...range(16, 21), ...range(30, 43)),
  ...codes('no_verdict', 98, 99),
};

/**
 * Connecticut Office of Policy and Management, Real Estate Sales Listing, Non Use Code. 7, 26, 27 and 28 say that the
 * property or its assessment changed, not that the price is off the market. 12, 23 and 25 leave it open.
 */
const CONNECTICUT: SaleCodes = {
  ...codes('market', 7, 26, 27, 28),
  ...codes('not_market', ...range(1, 6), ...range(8, 11), ...range(13, 19), 21, 22, 24, 30),
  ...codes('no_verdict', 12, 23, 25),
};

/** New Jersey Administrative Code 18:12-1.1: categories 1 to 33 of sales that are not usable. */
const NEW_JERSEY: SaleCodes = { ...codes('market', 0), ...codes('not_market', ...range(1, 33)) };

/**
 * Maryland Department of Assessments and Taxation, CONVEY1: 1 improved and 3 vacant at arm's length; 2 and 5 convey
 * several accounts at one price, 4 is not at arm's length.
 */
const MARYLAND: SaleCodes = { ...codes('market', 1, 3), ...codes('not_market', 2, 4, 5) };

/** Michigan State Tax Commission, terms of sale: the number in front. 33 is to be determined. */
const MICHIGAN: SaleCodes = {
  ...codes('market', 3),
  ...codes('not_market', ...range(9, 13), ...range(17, 21), 30, 34),
  ...codes('no_verdict', 33),
};

/** Numeric sale codes differ between states, so they are read only with their state. */
export const STATE_SALE_CODES: Readonly<Record<string, SaleCodes>> = {
  FL: FLORIDA,
  CT: CONNECTICUT,
  NJ: NEW_JERSEY,
  MD: MARYLAND,
  MI: MICHIGAN,
};
