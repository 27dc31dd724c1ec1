import { hasContacts, hasMarketTable, newestNationalSuppressionDate } from '@plat/dataset';
import { DAY_MS } from '@plat/kit';
import { databaseCheck } from '../check.ts';

/** The alert PlatSuppressionSnapshotOld uses the same limit. */
export const WARN_AGE_DAYS = 25;
/** From the next day on, the investors service withholds every number (docs/rules/do-not-contact.md). */
const MAX_AGE_DAYS = 31;
const EFFECT = 'every telephone number is withheld';
const ADVICE = 'Import a `suppressions` file with the current national do-not-call list.';

export const suppressions = databaseCheck('suppressions', async (sql, { asOf }) => {
  if (!(await hasMarketTable(sql, 'live', 'suppression')))
    return { standing: 'skipped', seen: 'there is no dataset yet' };
  const newest = await newestNationalSuppressionDate(sql, 'live');
  if (newest === null) {
    if (!(await hasContacts(sql, 'live')))
      return { standing: 'skipped', seen: 'there are no contacts and no national list' };
    return { standing: 'fail', seen: `there is no national list: ${EFFECT}`, advice: ADVICE };
  }
  const days = Math.floor((Date.parse(asOf) - Date.parse(newest)) / DAY_MS);
  const seen = `the national list is dated ${newest}, ${days} days ago`;
  if (days > MAX_AGE_DAYS) return { standing: 'fail', seen: `${seen}: ${EFFECT}`, advice: ADVICE };
  if (days <= WARN_AGE_DAYS) return { standing: 'ok', seen };
  return { standing: 'warn', seen, advice: `${ADVICE} After ${MAX_AGE_DAYS} days ${EFFECT}.` };
});
