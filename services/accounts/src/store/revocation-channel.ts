/** Channel on which a revocation names the key; the payload is the key's id. */
export const REVOKED_CHANNEL = 'plat_key_revoked';
/** Channel on which a feed answers; the payload is `<key id> <backend pid of the feed>`. */
export const CONFIRMED_CHANNEL = 'plat_key_revoked_confirmed';
/** How the sessions of feeds are recognised in pg_stat_activity. */
export const FEED_APPLICATION_NAME = 'plat-revocation-feed';
