/**
 * The rules that decide which sales are arm's length and which buyers are institutions. Raise it when they decide
 * otherwise on the same records: it changes `LAYOUT_HASH`, so that homes rebuild instead of keeping older verdicts.
 */
export const DEAL_RULES_FORM = 2;
