import { type Check, databaseCheck } from '../check.ts';

/** The tested release; its patch version may differ. */
const BUN = '1.4';
/** Tested major versions of PostgreSQL; the embedded one is the newest. */
const POSTGRES_MIN = 15;
const POSTGRES_MAX = 18;

export const bunVersion: Check = {
  name: 'bun',
  look: () =>
    Bun.version.startsWith(`${BUN}.`)
      ? { standing: 'ok', seen: Bun.version }
      : { standing: 'warn', seen: Bun.version, advice: `Plat is tested with Bun ${BUN}: use that version.` },
};

export const postgresVersion = databaseCheck('postgres_version', async (sql) => {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  const { number, version } = row!;
  const major = Math.floor(number / 10_000);
  if (major < POSTGRES_MIN) {
    return { standing: 'fail', seen: version, advice: `Plat needs PostgreSQL ${POSTGRES_MIN} or newer: upgrade it.` };
  }
  if (major > POSTGRES_MAX) {
    return { standing: 'warn', seen: version, advice: `Plat is tested up to PostgreSQL ${POSTGRES_MAX}.` };
  }
  return { standing: 'ok', seen: version };
});
