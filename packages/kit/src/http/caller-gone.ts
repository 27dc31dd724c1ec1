/** Status in metrics and logs of a request or call whose caller hung up; the number that nginx uses. Never sent. */
export const CALLER_GONE_STATUS = 499;
