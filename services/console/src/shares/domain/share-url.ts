/** Below the pages of the console, which need no session either. */
export const SHARED_PATH = '/console/shared';

/** The address that people pass on. */
export const shareUrl = (origin: string, token: string): string => `${origin}${SHARED_PATH}/${token}`;
