const ENTITY_NAME_MIN_COSINE = 0.85;
const PERSON_NAME_MIN_COSINE = 0.95;

/** Kinds whose names may be one owner when they are alike; government, lenders, builders and withheld names never are. */
export const LINKABLE_KINDS = ['person', 'company', 'trust', 'non_profit'] as const;

/** Least trigram cosine of two names at one mailing address that are one owner: see docs/rules/buyers.md. */
export const minCosine = (isEntity: boolean): number => (isEntity ? ENTITY_NAME_MIN_COSINE : PERSON_NAME_MIN_COSINE);
