/** Status in metrics and logs when the caller hung up; the same number as in nginx. Never sent. */
export const CALLER_GONE_STATUS = 499;
