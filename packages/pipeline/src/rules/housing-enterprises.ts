/** Names of the government-sponsored housing enterprises, among which C.1 names HUD, VA and GSE in one breath. */
const HOUSING_ENTERPRISES =
  '\\b(FANNIE MAE|FREDDIE MAC|GINNIE MAE|FNMA|FHLMC|GNMA)\\b|\\bFED(ERAL)? (NATIONAL|NATL|HOME LOAN) M(OR|TG)';

/** SQL condition: the normalised name in `column` is a housing enterprise's. */
export const isHousingEnterprise = (column: string): string =>
  `coalesce(regexp_matches(${column}, '${HOUSING_ENTERPRISES}'), false)`;
