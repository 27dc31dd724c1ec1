/**
 * Helper process of the kill test: reserves, counts and releases in parallel until killed. It prints one JSON line
 * per answered step, so steps in flight at its death are not printed.
 */
import { writeSync } from 'node:fs';
import { openUsageLedger } from './open-usage-ledger.ts';
import { NOW_MS, property, reservation } from './usage.fixture.ts';

const [, , databaseUrl = '', keyId = '', endUserKeyId = '', seed = ''] = process.argv;
const LANES = 6;
const { ledger } = openUsageLedger(databaseUrl);
const say = (event: unknown) => writeSync(1, `${JSON.stringify(event)}\n`);

const lane = async (index: number) => {
  for (let round = 0; ; round++) {
    const held = [
      reservation(keyId, { thing: property(`${seed} ${index} ${round}`) }),
      reservation(endUserKeyId, { userId: 'agent' }),
      reservation(endUserKeyId, { userId: 'agent', endpoint: 'retail_comps' }),
    ];
    say({ asked: held.map((one) => one.reservation_id) });
    await ledger.reserve(held, NOW_MS);
    // A request does its work while it holds. Without a pause the lanes move in step, and a kill finds nothing held.
    await Bun.sleep(Math.random() * 5);
    const [given, ...kept] = round % 2 === 0 ? held.reverse() : held;
    const commits = kept.map((one) => ({ reservationId: one.reservation_id, skiptraced: true }));
    const [answers] = await Promise.all([ledger.commit(commits, NOW_MS), ledger.release([given!.reservation_id])]);
    say({ counted: commits.filter((_, at) => answers[at]?.outcome === 'counted').map((one) => one.reservationId) });
    say({ released: given!.reservation_id });
  }
};
await Promise.all(Array.from({ length: LANES }, (_, index) => lane(index)));
