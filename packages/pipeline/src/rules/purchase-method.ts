/** How a purchase was paid (docs/rules/sales.md); null without loan data. */
export const PURCHASE_METHODS = ['cash', 'financed', 'hard_money', 'seller_financed'] as const;
export type PurchaseMethod = (typeof PURCHASE_METHODS)[number];

/** Private lenders of short-term purchase and renovation loans, as patterns over the upper-case name. */
const SHORT_TERM_LENDERS: readonly RegExp[] = [
  /\bKIAVI\b|\bLENDINGHOME\b|\bLENDING HOME\b/,
  /\bLIMA ONE\b/,
  /\bANCHOR LOANS?\b/,
  /\bRCN CAPITAL\b/,
  /\bGENESIS CAPITAL\b/,
  /\bCOREVEST\b/,
  /\bROC (?:CAPITAL|360|LENDING)\b|\bROC360\b/,
  /\bCIVIC (?:FINANCIAL|REAL ESTATE)\b/,
  /\bTOORAK\b/,
  /\bLENDING ?ONE\b/,
  /\bEASY STREET CAPITAL\b/,
  /\bDOMINION FINANCIAL\b/,
  /\bNEW SILVER\b/,
  /\bGROUNDFLOOR\b/,
  /\bPATCH OF LAND\b/,
  /\bFUND THAT FLIP\b|\bUPRIGHT LENDING\b/,
  /\bSHERMAN BRIDGE\b/,
  /\bVELOCITY COMMERCIAL\b/,
  /\bTEMPLE VIEW CAPITAL\b/,
  /\bLONGHORN INVESTMENTS\b/,
  /\bDO HARD MONEY\b|\bHARD MONEY\b/,
  /\bREHAB (?:LOANS?|LENDING|CAPITAL|FINANC)/,
  /\bFIX (?:AND|&|N) FLIP\b/,
  /\bBRIDGE (?:LOANS?|LENDING|CAPITAL|FUND(?:ING)?)\b/,
  /\bPRIVATE (?:LENDING|LOANS?|MONEY|MORTGAGE FUND)\b/,
  /\bSHORT TERM (?:LOANS?|LENDING)\b/,
];

export type LenderKind = 'seller' | 'short_term' | 'other';

/**
 * Classifies a lender by its name. A person who lends is private money, like short-term funds.
 * @param isPerson true if the name is a person's. @param isSeller true if it is the seller's name.
 */
export function lenderKind(lender: string, isPerson: boolean, isSeller: boolean): LenderKind {
  const name = lender
    .toUpperCase()
    .replace(/[^A-Z0-9&]+/g, ' ')
    .trim();
  if (
    isSeller ||
    /^(?:THE )?SELLERS?\b|\bSELLER (?:CARRY ?BACK|FINANC|TAKE ?BACK)|\bPURCHASE MONEY SELLER\b/.test(name)
  )
    return 'seller';
  return isPerson || SHORT_TERM_LENDERS.some((pattern) => pattern.test(name)) ? 'short_term' : 'other';
}

/**
 * @param loanAmount US dollars; 0 if recorded as bought without a loan, null if not recorded.
 * @param lender class of the lender; null if none is named.
 */
export function purchaseMethod(loanAmount: number | null, lender: LenderKind | null): PurchaseMethod | null {
  if (lender === null) return loanAmount === null ? null : loanAmount > 0 ? 'financed' : 'cash';
  if (loanAmount === 0) return 'cash';
  if (lender === 'seller') return 'seller_financed';
  return lender === 'short_term' ? 'hard_money' : 'financed';
}
