import { createHash } from 'node:crypto';
import type { AccountsDeps } from '@plat/accounts/deps';
import { createKey } from '@plat/accounts/operator';
import { type Home, readPrivateFile, writePrivateFile } from './home.ts';

const DEMO_NAME = 'demo';
const DEMO_RATE_LIMIT_PER_MINUTE = 120;

/**
 * The key that `start` shows: a test key of a subscriber, which is never counted, kept in the home and used again at the
 * next start. An earlier release kept a counted one; it stays good, and a test key takes its place.
 */
export async function demoKey(home: Home, accounts: AccountsDeps): Promise<string> {
  const kept = readPrivateFile(home.demoKeyFile);
  if (kept !== null) {
    const record = await accounts.keys.findBySha256(createHash('sha256').update(kept).digest('hex'));
    const isUsable = record?.revokedAt === null && record.deactivatedAt === null && record.companyActive;
    if (isUsable && record.isTest) return kept;
  }
  const { key } = await createKey(accounts, 'operator:plat-start', {
    kind: 'subscriber',
    name: DEMO_NAME,
    isTest: true,
    rateLimit: DEMO_RATE_LIMIT_PER_MINUTE,
  });
  writePrivateFile(home.demoKeyFile, key);
  return key;
}
