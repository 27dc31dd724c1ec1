/** Kinds of facts that a region is built from, with one canonical file each. */
export const FACT_KINDS = ['properties', 'transfers', 'contacts', 'suppressions', 'listings', 'rents'] as const;
export type FactKind = (typeof FACT_KINDS)[number];
