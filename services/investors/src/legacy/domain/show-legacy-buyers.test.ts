import { describe, expect, test } from 'bun:test';
import { LegacyBuyerResult } from '@plat/contracts';
import { Value } from '@sinclair/typebox/value';
import fc from 'fast-check';
import type { Contact, SuppressionEntry } from '../../contacts/domain/suppression.ts';
import { AS_OF, examplePorts } from '../../search/domain/examples.fixture.ts';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';
import { showLegacyBuyers } from './show-legacy-buyers.ts';

const FACTS = Object.fromEntries(
  Object.keys(LegacyBuyerResult.properties).map((key) => [key, null]),
) as unknown as LegacyFoundBuyer['facts'];
const PERSON: Contact = {
  firstName: 'Ada',
  lastName: 'Oakley',
  zip: '85003',
  wireless: ['6025550101', '6025550102', '6025550103', '6025550104', '6025550105'],
  landline: ['6025550111', '6025550112'],
  email: ['ada@example.com', 'ada@example.org'],
};
const CONTACT_FIELDS = Object.keys(LegacyBuyerResult.properties).filter((key) =>
  /^(wireless|landline|email|skiptrace)_/.test(key),
);

async function shown(
  contact: Contact | null,
  changes: { facts?: object; entries?: SuppressionEntry[]; keepFalsy?: boolean; snapshot?: string | null } = {},
) {
  const { entries = [], keepFalsy = false, snapshot = AS_OF } = changes;
  const facts = { ...FACTS, buyer_id: 7, buyer_type: 'landlord' as const, ...changes.facts };
  const { suppressions } = examplePorts([], { entries, snapshot });
  const showing = { asOf: AS_OF, keepFalsy };
  const [item] = await showLegacyBuyers([{ facts, contact }], suppressions, showing, new AbortController().signal);
  if (item === undefined) throw new Error('expected one buyer');
  return item;
}

describe('contacts of the earlier API', () => {
  test('are up to four wireless numbers, two landlines and three addresses, best first', async () => {
    expect(await shown(PERSON)).toMatchObject({
      buyer_first_name: 'Ada',
      buyer_last_name: 'Oakley',
      wireless_1: '6025550101',
      wireless_4: '6025550104',
      landline_1: '6025550111',
      landline_2: '6025550112',
      skiptrace_result_first_name: 'Ada',
      skiptrace_result_last_name: 'Oakley',
      email_1: 'ada@example.com',
      email_2: 'ada@example.org',
      email_3: null,
    });
  });

  test('move up when a registry withholds one number', async () => {
    const item = await shown(PERSON, { entries: [{ kind: 'phone', value: '6025550101', list: 'national_dnc' }] });
    expect([item.wireless_1, item.wireless_4]).toEqual(['6025550102', '6025550105']);
  });

  test.each<SuppressionEntry>([
    { kind: 'email', value: 'ada@example.org', list: 'opt_out' },
    { kind: 'phone', value: '6025550112', list: 'litigator' },
    { kind: 'person', value: 'ADA OAKLEY|85003', list: 'opt_out' },
  ])('are all null once $kind $value is on a list', async (entry) => {
    const item = await shown(PERSON, { entries: [entry], keepFalsy: true });
    expect(CONTACT_FIELDS.map((field) => item[field as keyof typeof item])).toEqual(CONTACT_FIELDS.map(() => null));
    expect(item.buyer_first_name).toBe('Ada');
  });

  test('hide the name too after a deletion request', async () => {
    const item = await shown(PERSON, { entries: [{ kind: 'person', value: 'ADA OAKLEY|85003', list: 'deletion' }] });
    expect([item.buyer_first_name, item.buyer_last_name, item.skiptrace_result_last_name]).toEqual([null, null, null]);
  });

  test('have no number while the national snapshot is too old', async () => {
    const item = await shown(PERSON, { snapshot: null });
    expect([item.wireless_1, item.landline_1, item.email_1]).toEqual([null, null, 'ada@example.com']);
  });

  test('are no lookup result when only the deed names the person', async () => {
    const item = await shown({ ...PERSON, wireless: [], landline: [], email: [] });
    expect([item.buyer_first_name, item.skiptrace_result_first_name]).toEqual(['Ada', null]);
  });
});

describe('falsy values', () => {
  const FALSY = { smart_match: false, cash_buyer: false, miles_from_subject: 0, estimated_equity: 0, apn: '' };
  test('become null', async () => {
    const nulls = Object.fromEntries(Object.keys(FALSY).map((key) => [key, null]));
    expect(await shown(null, { facts: FALSY })).toMatchObject(nulls);
  });

  test('stay with keep_falsy', async () => {
    expect(await shown(null, { facts: FALSY, keepFalsy: true })).toMatchObject(FALSY);
  });

  test('are the only values that become null, for any buyer', async () => {
    const fact = fc.oneof(fc.constantFrom(0, '', false), fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const facts = fc.record({ apn: fact, lot_acres: fact, smart_match: fact, estimated_equity: fact });
    await fc.assert(
      fc.asyncProperty(facts, async (values) => {
        const item = await shown(null, { facts: values });
        for (const [field, value] of Object.entries(values)) {
          expect(item[field as keyof typeof item]).toBe((value ? value : null) as never);
        }
      }),
    );
  });

  test('leave exactly the documented fields', async () => {
    const item = await shown(PERSON);
    expect(Object.keys(item).sort()).toEqual(Object.keys(LegacyBuyerResult.properties).sort());
    expect([...Value.Errors(LegacyBuyerResult, item)]).toEqual([]);
  });
});
