import type { ServiceName } from '@plat/contracts';
import { MARKET_SCHEMAS } from '@plat/dataset/realm';
import type { Sql } from '@plat/db';
import { MisuseError } from '@plat/standalone/failures';
import { createOutput } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { grantRoles, passwordVariable, ROLE_GRANTS } from '../database-roles.ts';
import { withHome } from '../with-home.ts';
import { homeCommand } from './home-command.ts';

const SCHEMAS = [...MARKET_SCHEMAS, 'accounts', 'automation', 'console', 'investors', 'investors_jobs'];
/** Passwords appear in URLs and in statements that a server may log: long, and without special characters. */
const PASSWORD = /^[A-Za-z0-9_-]{16,128}$/;

/** `plat migrate` */
export const migrateCommand = () =>
  homeCommand('migrate', 'migrate every database schema, so that services need no right to do it', (command) =>
    command
      .option('--roles', 'also create a role per service with only the rights that the service needs', false)
      .addHelpText(
        'after',
        `\nWith --roles the passwords come from the environment: ${ROLE_GRANTS.map(({ service }) => passwordVariable(service)).join(', ')}.\nA role without a password is created without the right to log in. The user of DATABASE_URL must own the schemas and, for --roles, be allowed to create roles.`,
      ),
  ).action(async (options: HomeOptions & { roles: boolean }) => {
    const output = createOutput(options.json);
    const passwords = options.roles ? readPasswords(process.env) : {};
    const { roles, layoutChanged } = await withHome(
      { ...options, note: output.note },
      async ({ home, database, sql }) => {
        const { migrateAll } = await import('../migrate-all.ts');
        const market = await migrateAll(database.url, sql);
        await leaveSampleBehind(home.path, sql, output.note);
        return { ...market, roles: options.roles ? await grantRoles(sql, passwords) : [] };
      },
    );
    if (layoutChanged) {
      output.note('The dataset belongs to another release of Plat: import again, or run `plat market rebuild`.');
    }
    output.answer({ schemas: SCHEMAS, roles, dataset_outdated: layoutChanged }, () =>
      [
        `Up to date: ${SCHEMAS.join(', ')}.`,
        ...(roles.length === 0 ? [] : [`Granted roles: ${roles.join(', ')}.`]),
      ].join('\n'),
    );
  });

/** Live keys must not read the sample market, which earlier releases stored beside the live records. */
async function leaveSampleBehind(home: string, sql: Sql, note: (line: string) => void): Promise<void> {
  const { takeSampleOut } = await import('@plat/pipeline');
  const { utcDay } = await import('@plat/kit');
  try {
    const regions = await takeSampleOut({ home, sql, asOf: process.env.PLAT_AS_OF ?? utcDay(Date.now()) });
    if (regions.length > 0) note(`Removed the sample market from the live records of ${regions.join(', ')}.`);
  } catch (error) {
    if ((error as Error).name !== 'MarketError') throw error;
    note(`could not remove the sample market from the live records: ${(error as Error).message}`);
    note('Run `plat market rebuild` with the home that built the dataset.');
  }
}

/** @throws MisuseError naming every password that is too short or has other characters. */
function readPasswords(env: Readonly<Record<string, string | undefined>>): Partial<Record<ServiceName, string>> {
  const passwords: Partial<Record<ServiceName, string>> = {};
  const bad: string[] = [];
  for (const { service } of ROLE_GRANTS) {
    const name = passwordVariable(service);
    const password = env[name]?.trim() ?? '';
    if (password === '') continue;
    if (PASSWORD.test(password)) passwords[service] = password;
    else bad.push(name);
  }
  if (bad.length === 0) return passwords;
  throw new MisuseError(
    `These must be 16 to 128 letters, digits, - or _ (for example from openssl rand -hex 24): ${bad.join(', ')}`,
  );
}
