import { type Capacity, createBatcher } from '@plat/kit';
import { monthOf } from '../../domain/usage/allowance.ts';

type Send<Item, Answer> = (items: readonly Item[], nowMs: number) => Promise<Answer[]>;

interface Member<Item> {
  item: Item;
  nowMs: number;
  /** The call that added the item. */
  call: symbol;
}

/** One runs in the database while the next is decided here; more would only queue for the lock of a hot key. */
const MAX_IN_FLIGHT = 2;
const MAX_ITEMS = 500;

/**
 * Batches the items of concurrent calls, so that a hot key needs few transactions. Each month has a transaction of its
 * own. After a batch fails, each call is retried alone, so `send` must be idempotent.
 * @param onOpen receives a function that reports running and waiting items.
 */
export function createLedgerBatcher<Item, Answer>(
  send: Send<Item, Answer>,
  onOpen?: (capacity: () => Capacity) => void,
): Send<Item, Answer> {
  const batcher = createBatcher<Member<Item>, PromiseSettledResult<Answer>>({
    maxBatch: MAX_ITEMS,
    maxInFlight: MAX_IN_FLIGHT,
    send: async (members) => {
      const results = new Map<Member<Item>, PromiseSettledResult<Answer>>();
      const months = Map.groupBy(members, ({ nowMs }) => monthOf(nowMs));
      for (const ofMonth of months.values()) await sendTogether(ofMonth, send, results);
      return members.map((member) => results.get(member) as PromiseSettledResult<Answer>);
    },
  });
  onOpen?.(batcher.capacity);
  return (items, nowMs) => {
    const call = Symbol('call');
    return Promise.all(
      items.map(async (item) => {
        const result = await batcher.add({ item, nowMs, call });
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      }),
    );
  };
}

/** Never rejects: it settles every member. */
async function sendTogether<Item, Answer>(
  members: readonly Member<Item>[],
  send: Send<Item, Answer>,
  results: Map<Member<Item>, PromiseSettledResult<Answer>>,
): Promise<void> {
  try {
    const nowMs = Math.max(...members.map((member) => member.nowMs));
    const answers = await send(
      members.map(({ item }) => item),
      nowMs,
    );
    for (const [at, member] of members.entries()) {
      results.set(member, { status: 'fulfilled', value: answers[at] as Answer });
    }
  } catch (reason) {
    const calls = Map.groupBy(members, ({ call }) => call);
    if (calls.size > 1) for (const ofCall of calls.values()) await sendTogether(ofCall, send, results);
    else for (const member of members) results.set(member, { status: 'rejected', reason });
  }
}
