import { describe, expect, test } from 'bun:test';
import { createLogger } from '@plat/kit';
import { exampleBuyer, exampleDeal } from '../../search/domain/examples.fixture.ts';
import type { FoundBuyer } from '../../search/domain/found-buyer.ts';
import type { FinishedSearch } from '../../search/domain/ports.ts';
import { ATTACH_TIMEOUT_MS, attachDeal, KEEP_TIMEOUT_MS } from './attach-deal.ts';
import { buyerKey } from './buyer-key.ts';
import type { CrmDealStore, DealAttachment, LateDealStore } from './ports.ts';

const HOUSE = { propertyId: 1, address: '12 W Juniper Ave, Phoenix, AZ 85013', latitude: 33.5, longitude: -112.1 };
const POINT = { latitude: 33.5, longitude: -112.1 };
const never = new AbortController().signal;
const found = (rank: number, changes: Parameters<typeof exampleBuyer>[0] = {}): FoundBuyer => ({
  deal: exampleDeal({ buyer: exampleBuyer(changes), dealId: rank }),
  contact: null,
  lookupFailed: false,
  rank,
  smartMatch: false,
});
const finished = (changes: Partial<FinishedSearch> = {}): FinishedSearch => ({
  searcher: { companyId: 'c', keyId: 'k', userId: null, realm: 'live' },
  searchId: crypto.randomUUID(),
  criteria: { create_deal: true },
  subject: { point: POINT, property: HOUSE },
  buyers: [found(1)],
  at: '2026-06-30T12:00:00.000Z',
  ...changes,
});

/** Calls of the stores, log lines and metrics. */
function attaching(
  attach: CrmDealStore['attach'] = async () => ({ dealId: 'deal', outcome: 'created' }),
  keep: LateDealStore['keep'] = async () => {},
) {
  const given: DealAttachment[] = [];
  const kept: DealAttachment[] = [];
  const outcomes: string[] = [];
  const lines: string[] = [];
  const deps = {
    crmDeals: {
      attach: (attachment: DealAttachment, signal: AbortSignal) => {
        given.push(attachment);
        return attach(attachment, signal);
      },
    },
    lateDeals: {
      keep: (attachment: DealAttachment, signal: AbortSignal) => {
        kept.push(attachment);
        return keep(attachment, signal);
      },
    },
    clock: { nowMs: () => Date.now() },
    log: createLogger({ name: 'test', level: 'debug', destination: { write: (line) => void lines.push(line) } }),
    onAttached: (outcome: string) => void outcomes.push(outcome),
  };
  return { deps, given, kept, outcomes, lines };
}

describe('a search makes a deal', () => {
  test('for the property that its address names, and returns its id', async () => {
    const { deps, given, outcomes } = attaching();
    expect(await attachDeal(finished(), deps, never)).toBe('deal');
    expect(given).toMatchObject([{ property: HOUSE, buyers: [{ buyerType: 'landlord', found: { rank: 1 } }] }]);
    expect(outcomes).toEqual(['created']);
  });

  test.each<[string, Partial<FinishedSearch>]>([
    ['the caller wants none', { criteria: { create_deal: false } }],
    ['it is by coordinates, or its address names no property', { subject: { point: POINT, property: null } }],
  ])('but none when %s', async (_, changes) => {
    const { deps, given, outcomes } = attaching();
    expect(await attachDeal(finished(changes), deps, never)).toBeNull();
    expect([given, outcomes]).toEqual([[], []]);
  });

  test('with each name and address once, at its better rank, also across states', async () => {
    const { deps, given } = attaching();
    const buyers = [found(2, { buyerId: 1 }), found(1, { buyerId: 2 }), found(3, { nameKey: 'OTHER LLC' })];
    await attachDeal(finished({ buyers }), deps, never);
    expect(given[0]?.buyers.map((buyer) => buyer.found.rank)).toEqual([1, 3]);
  });
});

const broken = () => Promise.reject(new Error('the database is away'));

describe('a deal that cannot be written in time', () => {
  test('is stored for later, and the search continues', async () => {
    const { deps, given, kept, outcomes } = attaching(broken);
    expect(await attachDeal(finished(), deps, never)).toBeNull();
    expect([kept, outcomes]).toEqual([given, ['late']]);
  });

  test('is stored when the database does not answer, and the statement is aborted', async () => {
    let left: AbortSignal | undefined;
    const { deps, kept, outcomes } = attaching((_, signal) => {
      left = signal;
      return new Promise(() => {});
    });
    // Both timers start now, so a busy machine delays both and keeps their order.
    const heldUp = Bun.sleep(ATTACH_TIMEOUT_MS + 500).then(() => 'held up');
    expect(await Promise.race([attachDeal(finished(), deps, never), heldUp])).toBeNull();
    expect([kept.length, outcomes, left?.aborted]).toEqual([1, ['late'], true]);
  });

  test('is logged without the search and counted as failed when it cannot be stored', async () => {
    const { deps, outcomes, lines } = attaching(broken, broken);
    expect(await attachDeal(finished(), deps, never)).toBeNull();
    expect(outcomes).toEqual(['failed']);
    expect(lines.at(-1)).toContain('lost the deal of a search');
    expect(lines.join('')).toContain('the database is away');
    expect(lines.join('')).not.toContain('Juniper');
  });

  test('delays its search for a limited time when nothing answers', async () => {
    const { deps, outcomes } = attaching(broken, () => new Promise(() => {}));
    const heldUp = Bun.sleep(KEEP_TIMEOUT_MS + 500).then(() => 'held up');
    expect(await Promise.race([attachDeal(finished(), deps, never), heldUp])).toBeNull();
    expect(outcomes).toEqual(['failed']);
  }, 15_000);

  test('is dropped at once when its caller disconnects', async () => {
    const { deps, kept } = attaching(() => new Promise(() => {}));
    const caller = new AbortController();
    const attached = attachDeal(finished(), deps, caller.signal);
    caller.abort();
    expect([await attached, kept]).toEqual([null, []]);
  });
});

describe('a deal identifies a buyer', () => {
  const keyOf = (changes: Parameters<typeof exampleBuyer>[0], dealId = 1) =>
    buyerKey({ dealId, buyer: exampleBuyer(changes) });

  test('by name and mailing address, in any cluster and purchase', () => {
    expect(keyOf({ buyerId: 1 }, 1)).toBe(keyOf({ buyerId: 2 }, 2));
    const keys = [
      keyOf({}),
      keyOf({ nameKey: 'OTHER LLC' }),
      keyOf({ mailingKey: null }),
      keyOf({ nameKey: null }),
      keyOf({ nameKey: null, mailingKey: null }, 1),
      keyOf({ nameKey: null, mailingKey: null }, 2),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
