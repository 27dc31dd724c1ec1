import { verifyUsage } from '../../backup/verify-usage.ts';
import { SERVICE_MIGRATIONS, schemaStandings } from '../../service-migrations.ts';
import type { Check } from '../check.ts';

/** More would exceed the time limit of a check. */
const MAX_EVENTS = 3_000_000;

/** Compares counters with their ledger. */
export const ledger: Check = {
  name: 'ledger',
  look: async ({ database }) => {
    if (database === null) return { standing: 'skipped', seen: 'no database' };
    const { sql, url } = database;
    const [accounts] = await schemaStandings(
      sql,
      SERVICE_MIGRATIONS.filter(({ schema }) => schema === 'accounts'),
    );
    if (accounts?.standing !== 'current') return { standing: 'skipped', seen: 'its schema belongs to another release' };
    const [size] = await sql<{ events: number }[]>`
      select greatest(reltuples, 0)::float8 as events from pg_class where oid = 'accounts.usage_ledger'::regclass`;
    if (size!.events > MAX_EVENTS) {
      return { standing: 'skipped', seen: `about ${size!.events} events`, advice: 'Run `plat usage verify`.' };
    }
    const { counters, isSound } = await verifyUsage(url);
    return isSound
      ? { standing: 'ok', seen: `${counters} counters match it` }
      : {
          standing: 'fail',
          seen: 'counters differ from it',
          advice: 'See `plat usage verify`; `plat usage rebuild` corrects them.',
        };
  },
};
