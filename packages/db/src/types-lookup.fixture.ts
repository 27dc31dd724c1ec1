/** Child of a test: catches the failure of a statement of a role that may not look up array types. */
import { connect } from './connect.ts';

const sql = connect(process.argv[2] ?? '', { applicationName: 'plat-test' });
console.log(
  await sql`select 1`.then(
    () => 'answered',
    ({ code }: { code: string }) => code,
  ),
);
await sql.end({ timeout: 1 });
