/**
 * Channel on which a transaction announces changed keys. Payload: `<change id> <more|last> <key ids>`, ids
 * separated by commas; a change of many keys sends several, in order.
 */
export const CHANGED_CHANNEL = 'plat_key_changed';
/** Channel on which a feed confirms a whole change. Payload: `<change id> <backend pid of the feed>`. */
export const CONFIRMED_CHANNEL = 'plat_key_change_confirmed';
/** Identifies feed connections in pg_stat_activity. */
export const FEED_APPLICATION_NAME = 'plat-key-change-feed';

/** PostgreSQL limits a payload to 8,000 bytes. */
const KEYS_PER_PAYLOAD = 100;

/** The payloads of a change, in order. */
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
