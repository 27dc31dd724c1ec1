import type { Places } from '@plat/kit';
import { monthOf } from '../../domain/usage/allowance.ts';

type Send<Item, Answer> = (items: readonly Item[], nowMs: number) => Promise<Answer[]>;

interface Call<Item, Answer> {
  items: readonly Item[];
  nowMs: number;
  resolve(answers: Answer[]): void;
  reject(cause: unknown): void;
}

/** One is under way in the database while the next is decided here; more would only queue for the lock of a hot key. */
const MAX_UNDER_WAY = 2;
const MAX_ITEMS = 500;

/**
 * Sends calls that come while others are under way together, so that a hot key costs a transaction per handful of
 * calls. Calls of different months travel apart. When a gathered batch fails, each of its calls is tried alone, so that
 * none fails for the fault of another: `send` must be repeatable.
 * @param onOpen gets what tells how many items are under way and wait.
 */
export function gathering<Item, Answer>(
  send: Send<Item, Answer>,
  onOpen?: (places: () => Places) => void,
): Send<Item, Answer> {
  const waiting: Call<Item, Answer>[] = [];
  let underWay = 0;
  let itemsUnderWay = 0;
  onOpen?.(() => ({ most: MAX_UNDER_WAY * MAX_ITEMS, inUse: itemsUnderWay, waiting: itemsOf(waiting) }));

  const sendNext = async (): Promise<void> => {
    const calls = takeTogether(waiting);
    if (calls.length === 0) return;
    const itemCount = itemsOf(calls);
    underWay += 1;
    itemsUnderWay += itemCount;
    try {
      await sendTogether(calls, send);
    } finally {
      underWay -= 1;
      itemsUnderWay -= itemCount;
      void sendNext();
    }
  };

  return (items, nowMs) =>
    new Promise((resolve, reject) => {
      waiting.push({ items, nowMs, resolve, reject });
      if (underWay < MAX_UNDER_WAY) void sendNext();
    });
}

const itemsOf = (calls: readonly { items: readonly unknown[] }[]): number =>
  calls.reduce((sum, { items }) => sum + items.length, 0);

/** Takes the first calls of one month, as many as fit; at least one. */
function takeTogether<Item, Answer>(waiting: Call<Item, Answer>[]): Call<Item, Answer>[] {
  let size = 0;
  const month = monthOf(waiting[0]?.nowMs ?? 0);
  const end = waiting.findIndex((call, index) => {
    size += call.items.length;
    return index > 0 && (size > MAX_ITEMS || monthOf(call.nowMs) !== month);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/** Never rejects: every call is answered or refused. */
async function sendTogether<Item, Answer>(calls: Call<Item, Answer>[], send: Send<Item, Answer>): Promise<void> {
  try {
    const items = calls.flatMap((call) => call.items);
    const answers = await send(items, Math.max(...calls.map(({ nowMs }) => nowMs)));
    let from = 0;
    for (const call of calls) {
      call.resolve(answers.slice(from, from + call.items.length));
      from += call.items.length;
    }
  } catch (cause) {
    if (calls.length === 1) calls[0]!.reject(cause);
    else for (const call of calls) await sendTogether([call], send);
  }
}
