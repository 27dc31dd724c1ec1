import { createHash } from 'node:crypto';
import type { AccountsDeps } from '@plat/accounts/deps';
import { createKey } from '@plat/accounts/operator';
import { type Home, readPrivateFile, writePrivateFile } from './home.ts';

const DEMO_NAME = 'demo';
const DEMO_RATE_LIMIT_PER_MINUTE = 120;
const MAKER = 'operator:plat-start';

/**
 * The key that `start` shows while there are no live records: a test key, which reads the sample market only. The
 * home keeps it for the next start. After an operator revoked or deactivated a demo key or its company, `start`
 * creates none; the database decides this, because the file may be lost.
 * @returns null without a key to show.
 */
export async function demoKey(home: Home, accounts: AccountsDeps): Promise<string | null> {
  const kept = readPrivateFile(home.demoKeyFile);
  if (kept !== null) {
    const record = await accounts.keys.findBySha256(createHash('sha256').update(kept).digest('hex'));
    const isUsable = record?.revokedAt === null && record.deactivatedAt === null && record.companyActive;
    if (isUsable && record.isTest) return kept;
    if (record !== null && !isUsable) return null;
  }
  if (await wasStopped(accounts)) return null;
  const { key } = await createKey(accounts, MAKER, {
    kind: 'subscriber',
    name: DEMO_NAME,
    isTest: true,
    rateLimit: DEMO_RATE_LIMIT_PER_MINUTE,
  });
  writePrivateFile(home.demoKeyFile, key);
  return key;
}

/** True if an operator stopped a key from an earlier start, even under another name. */
async function wasStopped({ keys }: AccountsDeps): Promise<boolean> {
  const made = await keys.madeBy(MAKER);
  return made.some(({ revokedAt, deactivatedAt, companyActive }) => {
    return revokedAt !== null || deactivatedAt !== null || !companyActive;
  });
}
