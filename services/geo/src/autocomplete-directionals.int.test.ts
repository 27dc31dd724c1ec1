import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addressIndex } from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type AutocompleteDeps, completeAddress } from './domain/autocomplete.ts';
import { marketOf, publishTestMarket } from './market.fixture.ts';
import { loadPlaces } from './store/gazetteer-feed.ts';

const LINES = ['1717 14th Ave N', '1719 14th Ave S', '60 Beech St', '62 N Beech St', '40 Cedar Ave', '8 W Oak Ln'];
const RECORDS = LINES.map((line) => ({ line, city: 'Saint Simons', state: 'GA', zip: '31522' }));

describe('completing an address with a directional', () => {
  let db: TestDatabase;
  let deps: AutocompleteDeps;

  beforeAll(async () => {
    db = await testDatabase();
    await publishTestMarket(db.sql, marketOf(RECORDS));
    const { dataset, gazetteer } = await loadPlaces(readPoolOf(db.sql), 'live');
    deps = { index: addressIndex(() => dataset), gazetteer: () => gazetteer };
  });
  afterAll(() => db.close());

  const lines = async (text: string) =>
    (await completeAddress(text, deps)).map(({ address }) => address.split(',')[0] ?? '');

  test.each([
    '1717 14th Ave S',
    '1717 14th Ave S,',
    '1717 14th Ave South, Saint Simons',
    '1717 14th Ave S St Sim',
    '1717 S 14th',
    '1717 S 14th Ave, St Simons, GA',
    '60 N Beech',
    '60 N Beech St, St Simons, GA 31522',
    '8 E Oak',
    '1717 15th Ave',
    '1717 4th Ave',
  ])('offers no house that contradicts %p', async (text) => {
    expect(await lines(text)).toEqual([]);
  });

  test.each([
    ['1717 14th', '1717 14th Ave N'],
    ['1717 N 14th Ave', '1717 14th Ave N'],
    ['8 Oak', '8 W Oak Ln'],
    ['40 N Cedar', '40 Cedar Ave'],
    ['60 S Beech St', '60 Beech St'],
  ])('offers for %p the house %p', async (text, line) => {
    expect(await lines(text)).toEqual([line]);
  });

  test('omits a contradicting street when no house number is typed', async () => {
    expect(await lines('14th Ave S, St Simons, GA')).toEqual(['1719 14th Ave S']);
    expect(await lines('E 14th Ave, St Simons, GA')).toEqual([]);
  });
});
