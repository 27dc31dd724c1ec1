/**
 * Channel on which a transaction names the keys that it changed. The payload is `<change id> <more|last> <key ids>`,
 * the ids separated by commas; a change of many keys sends several, in order.
 */
export const CHANGED_CHANNEL = 'plat_key_changed';
/** Channel on which a feed answers a whole change; the payload is `<change id> <backend pid of the feed>`. */
export const CONFIRMED_CHANNEL = 'plat_key_change_confirmed';
/** How the sessions of feeds are recognised in pg_stat_activity. */
export const FEED_APPLICATION_NAME = 'plat-key-change-feed';

/** PostgreSQL takes less than 8,000 bytes. */
const KEYS_PER_PAYLOAD = 100;

/** What a change of these keys sends, in order. */
export function changePayloads(changeId: string, keyIds: readonly string[]): string[] {
  const payloads: string[] = [];
  for (let start = 0; start < keyIds.length; start += KEYS_PER_PAYLOAD) {
    const end = start + KEYS_PER_PAYLOAD;
    const part = end < keyIds.length ? 'more' : 'last';
    payloads.push(`${changeId} ${part} ${keyIds.slice(start, end).join(',')}`);
  }
  return payloads;
}

export function readChangePayload(payload: string): { changeId: string; isLast: boolean; keyIds: string[] } {
  const [changeId = '', part, ids = ''] = payload.split(' ');
  return { changeId, isLast: part === 'last', keyIds: ids.split(',').filter((id) => id !== '') };
}
