declare const windowEnd: unique symbol;

/**
 * The last day of a request's windows, YYYY-MM-DD: `records_through` of the county where the request is centred, capped
 * by the server's as-of day. It is not a `string` that any day fits: do-not-call age, quotas and tokens use the
 * server's as-of day or the clock instead.
 */
export type WindowEnd = string & { readonly [windowEnd]: true };

/** Declares a day as the end of windows. Requests take it from `windowOf`; tests and tools choose a day. */
export const windowEndOn = (day: string): WindowEnd => day as WindowEnd;
