/** The buyer that a trigger sends on, as it came. */
export type BuyerData = Readonly<Record<string, unknown>>;
