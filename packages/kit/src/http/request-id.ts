const SANE_REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/;

/** The caller's request id if it is safe to return and to log, otherwise a new UUID. */
export const requestIdFrom = (given: string | null): string =>
  given !== null && SANE_REQUEST_ID.test(given) ? given : crypto.randomUUID();
