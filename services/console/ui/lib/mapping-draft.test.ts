import { expect, test } from 'bun:test';
import { mappingOf, startDraft } from './mapping-draft.ts';

const FILE = {
  header_line: 2,
  guesses: {
    properties: { parcel_id: 'PIN', address: 'Where' },
    transfers: { parcel_id: 'PIN', sale_date: 'Sold On', price: 'Sold For' },
  },
  mapping: null,
};

test('guesses become a mapping with fixed texts and units, whose sales share the place', () => {
  const draft = startDraft(FILE);
  const properties = {
    ...draft.kinds.properties,
    state: { constant: ' AZ ' },
    lot_square_feet: { column: 'Acres', by: 43_560 },
  };
  const mapping = mappingOf({ ...draft, kinds: { ...draft.kinds, properties } }, 'Sales 2025 (final).csv.gz');
  expect(mapping).toEqual({
    name: 'sales-2025-final',
    title: 'Sales 2025 (final).csv.gz',
    inputs: [
      {
        file: '*',
        headerLine: 2,
        produces: [
          {
            kind: 'properties',
            columns: {
              parcel_id: 'PIN',
              address: 'Where',
              state: { constant: 'AZ' },
              lot_square_feet: { scale: 'Acres', by: 43_560 },
            },
          },
          {
            kind: 'transfers',
            columns: { state: { constant: 'AZ' }, parcel_id: 'PIN', sale_date: 'Sold On', price: 'Sold For' },
            onlyWith: ['sale_date'],
          },
        ],
      },
    ],
  });
  expect(mappingOf(startDraft({ ...FILE, mapping }), 'Sales 2025 (final).csv.gz')).toEqual(mapping);
});

test('a mapping that says more than the form can starts from the guesses', () => {
  const columns = { parcel_id: { concat: ['A', 'B'] } };
  const mapping = { inputs: [{ file: '*', produces: [{ kind: 'properties', columns }] }] };
  expect(startDraft({ ...FILE, mapping })).toEqual(startDraft(FILE));
});

test('a file starts with the kinds of rows that its columns tell', () => {
  const kindsOf = (guesses: Parameters<typeof startDraft>[0]['guesses']) =>
    Object.keys(startDraft({ ...FILE, guesses }).kinds);
  const properties = { parcel_id: 'PIN' };
  expect(kindsOf({ properties, transfers: { parcel_id: 'PIN', price: 'Value' } })).toEqual(['properties']);
  expect(kindsOf({ properties, transfers: { parcel_id: 'PIN', grantee: 'Buyer' } })).toEqual(['transfers']);
  expect(kindsOf({})).toEqual(['properties']);
});
