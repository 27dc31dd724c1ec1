/** Suffixes that mark executors and administrators. */
const ESTATE_CAPACITIES =
  '\\b(EXEC|EXECS|EXECUTOR|EXECUTORS|EXECUTRIX|EXR|EXRX|EXTRX|ADMIN|ADMR|ADMX|ADMRX|ADMINISTRATOR|ADMINISTRATRIX|PERS(ONAL)? REP(RESENTATIVE)?)\\b';

/**
 * Officers who sell the property of others: trustees under a deed of trust (a company of that trade, or a
 * substitute trustee) and court-appointed officers. A person's own trustee is not one.
 */
const FORCED_CAPACITIES =
  '\\bTRUSTEES?( SERVICES?)?( OF [A-Z]+)?,? (LLC|INC|PC|PLLC|CORP|LTD)\\b|\\bTRUSTEE SERVICES?\\b|\\bSUB(STITUTE|ST)? (TRS?|TRUSTEES?|TTEES?)\\b|\\bSPEC(IAL)? (COMM|COMMR|COMMISSIONER|MASTER)S?\\b|\\bCOMMISSIONER OF SALE\\b|\\bMASTER IN EQUITY\\b|\\b(COURT APPOINTED|BANKRUPTCY|CHAPTER (7|11|13))\\b';

const says = (pattern: string): string => `coalesce(regexp_matches(upper(grantor), '${pattern}'), false)`;

/** SQL over a sale with parties: the seller signs as executor or administrator. */
export const SELLS_FOR_AN_ESTATE = `(seller_kind IN ('person', 'trust') AND ${says(ESTATE_CAPACITIES)})`;

/** SQL over a sale with parties: the seller signs under a deed of trust or by court order. */
export const SELLS_BY_COURT_OR_TRUST_DEED = says(FORCED_CAPACITIES);
