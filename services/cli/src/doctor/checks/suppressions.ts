import { newestNationalSuppressionDate } from '@plat/dataset';
import { databaseCheck } from '../check.ts';

const DAY_MS = 86_400_000;
/** The alert PlatSuppressionSnapshotOld has the same bound. */
export const WARN_AGE_DAYS = 25;
/** From the next day on the rule of the investors service withholds every number. */
const MAX_AGE_DAYS = 31;
const EFFECT = 'every telephone number is withheld';
const ADVICE = 'Import a `suppressions` file with the present national do-not-call list.';

export const suppressions = databaseCheck('suppressions', async (sql, { asOf }) => {
  const [row] = await sql<{ found: string | null }[]>`select to_regclass('market.suppression')::text as found`;
  if (row?.found == null) return { standing: 'skipped', seen: 'there is no dataset yet' };
  const newest = await newestNationalSuppressionDate(sql, 'live');
  if (newest === null) {
    const [contacts] = await sql<{ any: boolean }[]>`select exists (select from market.contact) as any`;
    if (contacts?.any !== true) return { standing: 'skipped', seen: 'there are no contacts and no national list' };
    return { standing: 'fail', seen: `there is no national list: ${EFFECT}`, advice: ADVICE };
  }
  const days = Math.floor((Date.parse(asOf) - Date.parse(newest)) / DAY_MS);
  const seen = `the national list is of ${newest}, ${days} days ago`;
  if (days > MAX_AGE_DAYS) return { standing: 'fail', seen: `${seen}: ${EFFECT}`, advice: ADVICE };
  if (days <= WARN_AGE_DAYS) return { standing: 'ok', seen };
  return { standing: 'warn', seen, advice: `${ADVICE} After ${MAX_AGE_DAYS} days ${EFFECT}.` };
});
