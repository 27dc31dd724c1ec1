import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { BuyerSearchItem } from '@plat/contracts';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';

let service: InvestorsUnderTest;
let found: BuyerSearchItem[];
beforeAll(async () => {
  service = await investorsUnderTest();
  found = await service.buyers({ address: 'the house' });
}, 60_000);
afterAll(() => service?.close());

const list = (kind: string, value: string, name: string) => service.sql`
  insert into market.suppression (region, kind, value, list, listed_on) values ('ALL', ${kind}, ${value}, ${name}, '2026-06-29')`;
afterEach(async () => {
  await service.sql`delete from market.suppression where listed_on = '2026-06-29'`;
});

async function readAgain(buyers: BuyerSearchItem[], hideNoPhone = false): Promise<BuyerSearchItem[]> {
  const response = await service.ask('/internal/withhold-contacts', { buyers, hide_no_phone: hideNoPhone });
  expect(response.status).toBe(200);
  return ((await response.json()) as { buyers: BuyerSearchItem[] }).buyers;
}
const contactOf = (buyers: BuyerSearchItem[], name: string) => {
  const buyer = buyers.find(({ buyer_entity_name }) => buyer_entity_name === name);
  return [
    buyer?.buyer_first_name ?? null,
    buyer?.buyer_last_name ?? null,
    buyer?.buyer_phone_number ?? null,
    buyer?.buyer_email ?? null,
  ];
};
const ADA = ['Ada', 'Oakley', 6025550101, 'ada@example.com'];
const WITHHELD = ['Ada', 'Oakley', null, null];
const ERASED = [null, null, null, null];

describe('buyers of an earlier response', () => {
  test('stay the same without opt-outs', async () => {
    expect(await readAgain(found)).toEqual(found);
    expect(await readAgain([])).toEqual([]);
  });

  test.each<[string, string, string, string, (string | number | null)[]]>([
    ['the shown number went on a registry', 'phone', '6025550101', 'national_dnc', WITHHELD],
    ['the shown number is a litigator’s', 'phone', '6025550101', 'litigator', WITHHELD],
    ['the shown address was opted out', 'email', 'ada@example.com', 'opt_out', WITHHELD],
    ['the person opted out', 'person', 'ADA OAKLEY|85003', 'opt_out', WITHHELD],
    ['the person asked for deletion', 'person', 'ADA OAKLEY|85003', 'deletion', ERASED],
    ['a namesake elsewhere asked for deletion', 'person', 'ADA OAKLEY|10001', 'deletion', ADA],
    ['somebody else opted out', 'email', 'zoe@example.com', 'opt_out', ADA],
  ])('when %s', async (_, kind, value, name, expected) => {
    await list(kind, value, name);
    const again = await readAgain(found);
    expect(contactOf(again, 'NEAR FLIPS LLC')).toEqual(expected);
    expect(again.map((buyer) => buyer.smart_match_rank)).toEqual(found.map((buyer) => buyer.smart_match_rank));
    expect(contactOf(again, 'BOTH WAYS LLC')).toEqual(contactOf(found, 'BOTH WAYS LLC'));
  });

  test('are withheld for an opt-out with a number that was not shown', async () => {
    await list('phone', '6025550102', 'opt_out');
    expect(contactOf(await readAgain(found), 'BOTH WAYS LLC')).toEqual(['Bea', 'Elmore', null, null]);
  });

  test('known by name only are withheld for a namesake in any ZIP code', async () => {
    await list('person', 'RUTH ASHBROOK|10001', 'deletion');
    expect(contactOf(await readAgain(found), 'ASHBROOK RUTH A')).toEqual(ERASED);
  });

  test('without a contact on record are judged by what was shown', async () => {
    const unknown = found.map((buyer) => ({ ...buyer, buyer_entity_name: null }));
    await list('phone', '6025550101', 'national_dnc');
    const again = await readAgain(unknown);
    expect(again[0]).toMatchObject({ buyer_first_name: 'Ada', buyer_phone_number: null, buyer_email: null });
  });

  test('are left out when hide_no_phone is set and their number is withheld; others are ranked again', async () => {
    const reachable = await service.buyers({ address: 'the house', hide_no_phone: true });
    expect(await readAgain(reachable, true)).toEqual(reachable);
    await list('phone', '6025550101', 'opt_out');
    const again = await readAgain(reachable, true);
    const others = reachable.filter(({ buyer_entity_name: owner }) => owner !== 'NEAR FLIPS LLC');
    expect(others.length).toBeLessThan(reachable.length);
    expect(again).toEqual(others.map((buyer, index) => ({ ...buyer, smart_match_rank: index + 1 })));
    expect(await readAgain(reachable)).toHaveLength(reachable.length);
  });

  test.each([
    ['available', null, null],
    ['withheld', 'opt_out', 'email'],
    ['withheld', 'deletion', 'email'],
    ['withheld', 'national_dnc', 'phone'],
  ] as const)('recompute the contact status: %s with %p on its %p', async (status, name, kind) => {
    const explained = (await service.buyers({ address: 'the house', explain: true })).map((buyer) => ({
      ...buyer,
      contact_checked_at: buyer.contact_checked_at === null ? null : '2026-01-01T00:00:00.000Z',
    }));
    if (kind !== null && name !== null) await list(kind, kind === 'email' ? 'ada@example.com' : '6025550101', name);
    const again = await readAgain(explained);
    const ada = again.find(({ buyer_entity_name: owner }) => owner === 'NEAR FLIPS LLC');
    expect(ada?.contact_status).toBe(status);
    expect(Date.now() - Date.parse(ada!.contact_checked_at!)).toBeLessThan(60_000);
    const others = (buyers: BuyerSearchItem[]) =>
      buyers.flatMap(({ buyer_entity_name: owner, contact_status: one }) => (owner === 'NEAR FLIPS LLC' ? [] : [one]));
    expect(others(again)).toEqual(others(explained));
  });

  test('hide the mailing address of an explanation once a person asked for deletion', async () => {
    const found = await service.buyers({ address: 'the house', explain: 'full' });
    const mailing_address = { line: '9 E Almeria Rd', city: 'Phoenix', state: 'AZ', zip: '85003' };
    const explained = found.map((buyer) =>
      buyer.explain === undefined ? buyer : { ...buyer, explain: { ...buyer.explain, mailing_address } },
    );
    await list('email', 'ada@example.com', 'deletion');
    const again = await readAgain(explained as BuyerSearchItem[]);
    const explanationOf = (name: string) => again.find(({ buyer_entity_name: owner }) => owner === name)?.explain;
    expect(explanationOf('NEAR FLIPS LLC')).toMatchObject({ mailing_address: null, contact_status: 'withheld' });
    expect(explanationOf('BOTH WAYS LLC')).toMatchObject({ mailing_address });
  });

  test('have the status phones_withheld while the national snapshot is too old', async () => {
    const explained = await service.buyers({ address: 'the house', explain: true });
    await service.sql`update market.suppression set listed_on = '2026-01-01' where list = 'national_dnc'`;
    const again = await readAgain(explained);
    await service.sql`update market.suppression set listed_on = '2026-06-25' where list = 'national_dnc'`;
    expect(again.find(({ buyer_entity_name: owner }) => owner === 'NEAR FLIPS LLC')).toMatchObject({
      buyer_phone_number: null,
      buyer_email: 'ada@example.com',
      contact_status: 'phones_withheld',
    });
  });

  test('have no number while the national snapshot is too old', async () => {
    await service.sql`update market.suppression set listed_on = '2026-01-01' where list = 'national_dnc'`;
    const again = await readAgain(found);
    await service.sql`update market.suppression set listed_on = '2026-06-25' where list = 'national_dnc'`;
    expect(contactOf(again, 'NEAR FLIPS LLC')).toEqual(['Ada', 'Oakley', null, 'ada@example.com']);
  });
});
