/** Test helper process: revokes a key like the operator's command. */
import { createMemoryKeyEpochs } from '@plat/limits';
import { openOperatorAccounts } from './deps.ts';
import { revokeKey } from './domain/keys/revoke-key.ts';

const [databaseUrl = '', reference = ''] = process.argv.slice(2);
const accounts = await openOperatorAccounts(databaseUrl, createMemoryKeyEpochs());
const { id } = await revokeKey(accounts, 'operator:test', reference);
process.stdout.write(`${JSON.stringify({ id, confirmed: accounts.areChangesConfirmed() })}\n`);
await accounts.close();
