import type { Capacity } from '@plat/kit';

/** A slot, to be returned with `release`, or the reason for not getting one. */
export type Slot = { release(): void } | 'busy' | 'aborted';

/** The caller that takes a slot. */
export interface Taker {
  /** Host and port of the receiver. */
  host: string;
  /** Owner of the call; undefined when it belongs to no customer. */
  customer: string | undefined;
}

export interface FairSemaphore {
  /** Waits for a slot. `busy`: too many callers wait; `aborted`: the signal aborted first. */
  take(taker: Taker, signal?: AbortSignal): Promise<Slot>;
  capacity(): Capacity;
}

export interface FairSemaphoreOptions {
  slots: number;
  maxWaiting: number;
}

interface Waiter {
  taker: Taker;
  start(): void;
}

/** A hanging host leaves half of the slots to others; one customer's receivers leave three quarters. */
const HOST_SHARE = 1 / 2;
const CUSTOMER_SHARE = 1 / 4;

/**
 * Gives the next slot to the customer, then the host, with the fewest slots; the longest waiter wins a tie. No host
 * or customer exceeds its share, even while slots are free.
 */
export function createFairSemaphore({ slots, maxWaiting }: FairSemaphoreOptions): FairSemaphore {
  const hosts = createCounts(Math.ceil(slots * HOST_SHARE));
  const customers = createCounts(Math.ceil(slots * CUSTOMER_SHARE));
  const waiting: Waiter[] = [];
  let held = 0;

  const hasRoom = ({ host, customer }: Taker) => held < slots && hosts.hasRoom(host) && customers.hasRoom(customer);
  const goesBefore = (a: Taker, b: Taker) =>
    (customers.of(a.customer) - customers.of(b.customer) || hosts.of(a.host) - hosts.of(b.host)) < 0;

  const hold = (taker: Taker): Slot => {
    held += 1;
    hosts.add(taker.host, 1);
    customers.add(taker.customer, 1);
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        held -= 1;
        hosts.add(taker.host, -1);
        customers.add(taker.customer, -1);
        startNext();
      },
    };
  };

  function startNext(): void {
    let next: Waiter | undefined;
    for (const waiter of waiting) {
      if (hasRoom(waiter.taker) && (next === undefined || goesBefore(waiter.taker, next.taker))) next = waiter;
    }
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    next.start();
  }

  return {
    take: (taker, signal) => {
      if (signal?.aborted) return Promise.resolve('aborted');
      if (hasRoom(taker)) return Promise.resolve(hold(taker));
      if (waiting.length >= maxWaiting) return Promise.resolve('busy');
      return new Promise((resolve) => {
        const leave = () => {
          waiting.splice(waiting.indexOf(waiter), 1);
          resolve('aborted');
        };
        const waiter: Waiter = {
          taker,
          start: () => {
            signal?.removeEventListener('abort', leave);
            resolve(hold(taker));
          },
        };
        signal?.addEventListener('abort', leave, { once: true });
        waiting.push(waiter);
      });
    },
    capacity: () => ({ max: slots, inUse: held, waiting: waiting.length }),
  };
}

/** Slots by holder; undefined is not counted. */
function createCounts(max: number) {
  const counts = new Map<string, number>();
  const of = (name: string | undefined) => (name === undefined ? 0 : (counts.get(name) ?? 0));
  return {
    of,
    hasRoom: (name: string | undefined) => of(name) < max,
    add: (name: string | undefined, change: 1 | -1) => {
      if (name === undefined) return;
      const count = of(name) + change;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}
