const ENTITY_NAME_MIN_COSINE = 0.85;
const PERSON_NAME_MIN_COSINE = 0.95;

/** Kinds whose similar names may be one owner. Government, lenders, builders and withheld names never are. */
export const LINKABLE_KINDS = ['person', 'company', 'trust', 'non_profit'] as const;

/** Minimum trigram cosine for two names at one mailing address to be one owner: see docs/rules/buyers.md. */
export const minCosine = (isEntity: boolean): number => (isEntity ? ENTITY_NAME_MIN_COSINE : PERSON_NAME_MIN_COSINE);
