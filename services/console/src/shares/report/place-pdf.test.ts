import { expect, test } from 'bun:test';
import { extractText, getDocumentProxy, getMeta } from 'unpdf';
import { sharedPlace } from '../shared-place.fixture.ts';
import { placePdf } from './place-pdf.ts';

const pagesOf = async (pdf: ArrayBuffer): Promise<string[]> => (await extractText(new Uint8Array(pdf))).text;

test('a report has a page of value and offer and a page of buyers, in US Letter', async () => {
  const pdf = await placePdf(sharedPlace(3), 'Made by Acme Homes');
  const [first = '', second = '', ...more] = await pagesOf(pdf.slice(0));
  expect(more).toEqual([]);
  for (const text of [
    '3043 W Monte Vista Trl, Phoenix, AZ 85009',
    '$230,000',
    '$400,000',
    'less repairs',
    '-$40,000',
  ]) {
    expect(first).toContain(text);
  }
  for (const text of ['3 buyers within 2 mi', 'Buyer 1 LLC', 'Buyer 3 LLC', 'Jan 20, 2026', 'Made by Acme Homes']) {
    expect(second).toContain(text);
  }
  const document = await getDocumentProxy(new Uint8Array(pdf.slice(0)));
  expect((await document.getPage(1)).view).toEqual([0, 0, 612, 792]);
  expect((await getMeta(document)).info.Title).toBe('3043 W Monte Vista Trl, Phoenix, AZ 85009');
});

test('a report stays on two pages, however much there is to say', async () => {
  const place = sharedPlace(100);
  place.address = 'A very long address '.repeat(15).trim();
  place.home!.property_type = 'Home '.repeat(60).trim();
  for (const buyer of place.buyers) buyer.name = 'A very long name of a company '.repeat(10).trim();
  const pages = await pagesOf(await placePdf(place, 'Note '.repeat(60)));
  expect(pages).toHaveLength(2);
  expect(pages[1]).toMatch(/100 buyers within 2 mi; the best 3\d are listed/);
});

test('a report of buyers alone, and of names in other scripts, can be read', async () => {
  const place = sharedPlace(2);
  Object.assign(place, { home: null, as_is: null, arv: null, rent: null, offer: null, records_through: null });
  place.buyers[0]!.name = 'Nuñez & Łukasz Ő 漢 (LLC) \\';
  const [first = '', second = ''] = await pagesOf(await placePdf(place, ''));
  expect(first).not.toContain('Maximum offer');
  expect(second).toContain('Nuñez & ?ukasz O ? (LLC) \\');
});
