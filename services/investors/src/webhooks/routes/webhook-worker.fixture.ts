import { connect } from '@plat/db';
import { createEgress } from '@plat/egress';
import { createLogger } from '@plat/kit';
import { readInvestorsConfig } from '../../config.ts';
import { createInvestorsDeps } from '../../deps.ts';
import { writeOutcome } from '../webhooks-under-test.fixture.ts';

/** `CA=… bun webhook-worker.fixture.ts` runs a replica that sends webhooks, in a process that tests can kill. */
const log = createLogger({ name: 'investors', level: 'warn' });
const config = readInvestorsConfig(process.env);
const egress = createEgress({
  policy: { allowLoopback: true, deniedRanges: [] },
  log,
  resolve: async () => ['127.0.0.1'],
  ca: process.env.CA,
});
const write = writeOutcome(connect(config.DATABASE_URL, { applicationName: 'plat-test', maxConnections: 2 }));
const { beginWork } = await createInvestorsDeps(config, {
  log,
  egress,
  webhookWriters: { 'buyer_search.completed': write },
  keys: { mayBeTold: async () => true },
});
await beginWork();
process.stdout.write('working\n');
