/** Suffixes that mark executors, administrators and heirs. */
const ESTATE_CAPACITIES =
  '\\b(EXEC|EXECS|EXECUTOR|EXECUTORS|EXECUTRIX|EXR|EXRX|EXTRX|ADMIN|ADMR|ADMX|ADMRX|ADMINISTRATOR|ADMINISTRATRIX|PERS(ONAL)? REP(RESENTATIVE)?|HEIRS?( AT LAW)?)\\b';

/**
 * Officers who sell the property of others: trustees under a deed of trust (a company of that trade, or a
 * substitute trustee) and court-appointed officers. A person's own trustee is not one.
 */
const FORCED_CAPACITIES =
  '\\bTRUSTEES?( SERVICES?)?( OF [A-Z]+)?,? (LLC|INC|PC|PLLC|CORP|LTD)\\b|\\bTRUSTEE SERVICES?\\b|\\bSUB(STITUTE|ST)? (TRS?|TRUSTEES?|TTEES?)\\b|\\bSPEC(IAL)? (COMM|COMMR|COMMISSIONER|MASTER)S?\\b|\\bCOMMISSIONER OF SALE\\b|\\bMASTER IN EQUITY\\b|\\b(COURT APPOINTED|BANKRUPTCY|CHAPTER (7|11|13))\\b';

const says = (pattern: string): string => `coalesce(regexp_matches(upper(grantor), '${pattern}'), false)`;

/** Every party that signs is an estate or a deceased person. */
const ESTATE = '(ESTATE OF [^&/;]+|[^&/;]+ (ESTATE|DECD|DECEASED))';
const ONLY_ESTATES = `^${ESTATE}( *[&/;] *${ESTATE})*$`;

/** SQL over a sale with parties: an executor, administrator, heir or nobody but the estate signs as seller. */
export const SELLS_FOR_AN_ESTATE = `(seller_kind IN ('person', 'trust', 'lender') AND (${says(ESTATE_CAPACITIES)}
  OR seller_kind <> 'lender' AND ${says(ONLY_ESTATES)}))`;

/** SQL over a sale with parties: the seller signs under a deed of trust or by court order. */
export const SELLS_BY_COURT_OR_TRUST_DEED = `(${says(FORCED_CAPACITIES)} OR ${trusteeOfADebtor()})`;

/** A trustee signs for a person of another surname, and no trust is named: the trustee of a deed of trust or a bankruptcy. */
function trusteeOfADebtor(): string {
  const parties = `string_split_regex(upper(grantor), '\\s*[&/;]\\s*')`;
  const signsAsTrustee = (party: string) => `regexp_matches(${party}, '[ ,](TR|TRS|TTEE|TRUSTEES?)$')`;
  const surname = (party: string) => `regexp_extract(${party}, '^[^ ,]+')`;
  return `CASE WHEN seller_kind IN ('person', 'company') AND grantor LIKE '% TR%'
    AND NOT regexp_matches(upper(grantor), '\\b(TRUST|TRUSTS|TRST|PLAN|LIVING|REVOCABLE|FAMILY)\\b')
    THEN len(list_filter(${parties}, lambda party: ${signsAsTrustee('party')})) > 0
      AND len(list_filter(${parties}, lambda party: party LIKE '%,%' AND NOT ${signsAsTrustee('party')})) > 0
      AND len(list_filter(${parties}, lambda party: NOT ${signsAsTrustee('party')} AND len(list_filter(${parties},
        lambda other: ${signsAsTrustee('other')} AND contains(party, ${surname('other')}))) > 0)) = 0
    ELSE false END`;
}
