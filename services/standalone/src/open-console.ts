import type { AccountsDeps } from '@plat/accounts/deps';
import type { ConsoleConfig } from '@plat/console/config';
import { type ConsoleDeps, type ConsolePorts, createConsoleDeps } from '@plat/console/deps';
import { servingStates } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { httpsBehind } from '@plat/gateway';
import { openOperatorInvestors } from '@plat/investors/operator';
import type { Realm, SharedBasics } from '@plat/kit';
import type { HostEnvironment } from './environment.ts';
import { Imports } from './imports/imports.ts';
import { type OperationsHost, operationsOf } from './operations/index.ts';

/** How long the console trusts that there are, or are not, live records. */
const REALM_FRESH_MS = 2_000;

/** What the console needs of its host. */
export interface ConsoleParts {
  config: ConsoleConfig;
  accounts: AccountsDeps;
  sql: Sql;
  basics: SharedBasics;
}

/** Opens the console over the functions that the commands call. */
export async function openConsole(
  { databaseUrl, home = null, doctor = null, asOf, environment }: ConsoleOptions,
  { config, accounts, sql, basics }: ConsoleParts,
): Promise<{ deps: ConsoleDeps; close(): Promise<void> }> {
  const investors = openedLater(() => openOperatorInvestors(databaseUrl));
  const records = connect(databaseUrl, { applicationName: 'plat-console-records', statementTimeoutMs: 0 });
  const maxImportBytes = environment.PLAT_IMPORT_MAX_MB * 1024 * 1024;
  const imports =
    home === null
      ? null
      : openedLater(() => Imports.open({ home, databaseUrl, maxBytes: maxImportBytes, nowMs: Date.now }));
  const realm = realmOfPeople(sql);
  const operations = operationsOf({
    accounts,
    realm,
    investors: investors.get,
    records: () => records,
    databaseUrl,
    imports: imports === null ? null : imports.get,
    maxImportBytes,
    home,
    asOf,
    doctor,
  });
  const ports: ConsolePorts = {
    companies: accounts.companies,
    audit: accounts.audit,
    realm,
    isHttps: httpsBehind(environment.PLAT_TRUSTED_PROXIES),
    publicUrl: environment.PLAT_PUBLIC_URL,
    operations,
  };
  const opened = await createConsoleDeps(config, ports, basics);
  return {
    deps: opened.deps,
    close: async () => {
      await opened.close();
      await investors.close();
      await imports?.close();
      await records.end({ timeout: 5 });
    },
  };
}

export interface ConsoleOptions {
  databaseUrl: string;
  /** Path of the home with the facts of the records; absent in a host without one. */
  home?: string | null;
  /** Checks the installation. */
  doctor?: OperationsHost['doctor'];
  /** The UTC day that windows count back from, `YYYY-MM-DD`. */
  asOf(): string;
  environment: HostEnvironment;
}

/** Opens when it is needed first; `close` closes what was opened. */
function openedLater<Opened extends { close(): Promise<unknown> }>(open: () => Promise<Opened>) {
  let opening: Promise<Opened> | undefined;
  return {
    get: (): Promise<Opened> => {
      opening ??= open();
      opening.catch(() => {
        opening = undefined;
      });
      return opening;
    },
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
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
