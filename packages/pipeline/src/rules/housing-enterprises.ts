/** Names of the government-sponsored housing enterprises, treated like HUD and VA (docs/rules/arms-length.md). */
const HOUSING_ENTERPRISES =
  '\\b(FANNIE MAE|FREDDIE MAC|GINNIE MAE|FNMA|FHLMC|GNMA)\\b|\\bFED(ERAL)? (NATIONAL|NATL|HOME LOAN) M(OR|TG)';

/** Names of charities that build or hold affordable homes and restrict their resale. */
const HOUSING_CHARITIES = '\\b(HABITAT FOR HUMANITY|COMMUNITY LAND TRUST)\\b';

/** SQL condition: the normalised name in `column` is one of a charity that sells affordable homes. */
export const isHousingCharity = (column: string): string =>
  `coalesce(regexp_matches(${column}, '${HOUSING_CHARITIES}'), false)`;

/** SQL condition: the normalised name in `column` is one of a housing enterprise. */
export const isHousingEnterprise = (column: string): string =>
  `coalesce(regexp_matches(${column}, '${HOUSING_ENTERPRISES}'), false)`;
