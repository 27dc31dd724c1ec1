import { describe, expect, test } from 'bun:test';
import type { UsageSubject } from '@plat/contracts';
import { type CommitFacts, decideCommits, type OpenReservation } from './decide-commits.ts';
import { subjectKey } from './decide-reservations.ts';

const COMPANY = 'company-1';
const house: UsageSubject = { kind: 'property', value: '1' };
const corner: UsageSubject = { kind: 'location', value: '33.4,-112.1' };

const open = (reservationId: string, details: Partial<OpenReservation> = {}): OpenReservation => ({
  reservationId,
  ownerId: COMPANY,
  endpoint: 'buyer_search',
  month: '2026-05-01',
  companyId: COMPANY,
  keyId: 'key-1',
  thing: house,
  countsOnce: true,
  isFree: false,
  countedBefore: false,
  ...details,
});

const facts = (reservations: OpenReservation[], details: Partial<CommitFacts> = {}): CommitFacts => ({
  open: new Map(reservations.map((one) => [one.reservationId, one])),
  counted: new Set(),
  claimed: new Set(),
  ...details,
});
const claimed = (...things: UsageSubject[]) => new Set(things.map((thing) => subjectKey(COMPANY, thing)));
const commits = (...ids: string[]) => ids.map((reservationId) => ({ reservationId, skiptraced: true }));
const outcomes = (...asked: Parameters<typeof decideCommits>) => decideCommits(...asked).outcomes;

describe('one batch with a repeated subject', () => {
  test('counts the first commit; the others are free', () => {
    const decision = decideCommits(commits('a', 'b', 'c'), {
      ...facts([open('a'), open('b'), open('c')]),
      claimed: claimed(house),
    });
    expect(decision.outcomes).toEqual(['counted', 'free', 'free']);
    expect(decision.counted.map(({ reservationId }) => reservationId)).toEqual(['a']);
    expect(decision.settled.map(({ reservationId }) => reservationId)).toEqual(['b', 'c']);
  });

  test('is free if another batch has counted the subject meanwhile', () => {
    expect(outcomes(commits('a', 'b'), facts([open('a'), open('b')]))).toEqual(['free', 'free']);
  });

  test('counts commits before the first contact lookup too', () => {
    const asked = [
      { reservationId: 'a', skiptraced: false },
      { reservationId: 'b', skiptraced: true },
      { reservationId: 'c', skiptraced: false },
    ];
    const known = facts([open('a'), open('b'), open('c')], { claimed: claimed(house) });
    expect(outcomes(asked, known)).toEqual(['counted', 'counted', 'free']);
  });
});

test('remembers a searched location, with or without contacts', () => {
  const known = facts([open('a', { thing: corner }), open('b', { thing: corner })], { claimed: claimed(corner) });
  const asked = ['a', 'b'].map((reservationId) => ({ reservationId, skiptraced: false }));
  expect(outcomes(asked, known)).toEqual(['counted', 'free']);
});

test('counts end users and legacy keys every time', () => {
  const each = ['a', 'b'].map((id) => open(id, { countsOnce: false, countedBefore: true }));
  expect(outcomes(commits('a', 'b'), facts(each))).toEqual(['counted', 'counted']);
});

test('counts a repeated id once', () => {
  const decision = decideCommits(commits('a', 'a'), facts([open('a', { thing: null })]));
  expect(decision.outcomes).toEqual(['counted', 'counted']);
  expect(decision.counted).toHaveLength(1);
});

test('reports an id in the ledger as counted and closes its open reservation', () => {
  const decision = decideCommits(commits('a', 'a', 'b'), facts([open('a')], { counted: new Set(['a', 'b']) }));
  expect(decision.outcomes).toEqual(['counted', 'counted', 'counted']);
  expect(decision.counted).toEqual([]);
  expect(decision.leftovers.map(({ reservationId }) => reservationId)).toEqual(['a']);
});

test('reports an unknown id as unknown', () => {
  expect(outcomes(commits('a'), facts([]))).toEqual(['unknown']);
});

test('keeps a free reservation free', () => {
  expect(outcomes(commits('a'), facts([open('a', { isFree: true })], { claimed: claimed(house) }))).toEqual(['free']);
});
