import type { AccountsDeps } from '@plat/accounts/deps';
import type { ConsolePorts } from '@plat/console/deps';
import { servingStates } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';

/** How long the console trusts that there are, or are not, live records. */
const REALM_FRESH_MS = 2_000;

export interface ConsoleHost {
  accounts: Pick<AccountsDeps, 'companies' | 'audit'>;
  sql: Sql;
  isHttps(request: Request): boolean;
}

/** What the console reaches of the services: the functions that the commands call too. */
export function consolePorts({ accounts, sql, isHttps }: ConsoleHost): ConsolePorts {
  return { companies: accounts.companies, audit: accounts.audit, realm: realmOfPeople(sql), isHttps };
}

/** The live records as soon as there are some, else the sample market. */
function realmOfPeople(sql: Sql): () => Promise<Realm> {
  let known: { realm: Promise<Realm>; untilMs: number } | undefined;
  return () => {
    if (known === undefined || performance.now() > known.untilMs) {
      const realm = servingStates(sql, 'live').then((states): Realm => (states.size > 0 ? 'live' : 'sample'));
      known = { realm, untilMs: performance.now() + REALM_FRESH_MS };
      realm.catch(() => {
        known = undefined;
      });
    }
    return known.realm;
  };
}
