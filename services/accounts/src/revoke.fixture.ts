/** Child of the tests: revokes a key as the operator's command does, from a process of its own. */
import { createMemoryKeyEpochs } from '@plat/limits';
import { openKeyStore } from './deps.ts';
import { revokeKey } from './domain/revoke-key.ts';

const [databaseUrl = '', reference = ''] = process.argv.slice(2);
const { sql, store } = await openKeyStore(databaseUrl);
process.stdout.write(`${JSON.stringify(await revokeKey({ store, epochs: createMemoryKeyEpochs() }, reference))}\n`);
await sql.end({ timeout: 5 });
