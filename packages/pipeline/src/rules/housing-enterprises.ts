/** Names of the government-sponsored housing enterprises, treated like HUD and VA (docs/rules/arms-length.md). */
const HOUSING_ENTERPRISES =
  '\\b(FANNIE MAE|FREDDIE MAC|GINNIE MAE|FNMA|FHLMC|GNMA)\\b|\\bFED(ERAL)? (NATIONAL|NATL|HOME LOAN) M(OR|TG)';

/** SQL condition: the normalised name in `column` is one of a housing enterprise. */
export const isHousingEnterprise = (column: string): string =>
  `coalesce(regexp_matches(${column}, '${HOUSING_ENTERPRISES}'), false)`;
