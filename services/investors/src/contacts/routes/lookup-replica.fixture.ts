import { createLogger } from '@plat/kit';
import { readInvestorsConfig } from '../../config.ts';
import { createInvestorsDeps } from '../../deps.ts';
import { exampleBuyer } from '../../search/domain/examples.fixture.ts';

/** `OWNER=… bun lookup-replica.fixture.ts` runs a replica that looks up one owner, in a process that tests can kill. */
const log = createLogger({ name: 'investors', level: 'warn' });
const { deps } = await createInvestorsDeps(readInvestorsConfig(process.env), { log });
const principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' } as const;
const { lookups } = deps.ports({ principal, requestId: 'r', deadlineMs: Date.now() + 60_000 });
await lookups?.lookUp([exampleBuyer(JSON.parse(process.env.OWNER ?? '{}'))], new AbortController().signal);
