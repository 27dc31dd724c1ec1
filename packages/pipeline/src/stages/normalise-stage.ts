import { ALL_REGIONS } from '@plat/dataset';
import { CANONICAL_KINDS } from '../canonical/canonical.ts';
import { createNormContact, createNormSuppression, splitContactLines } from './normalise/contacts.ts';
import { createFactView } from './normalise/fact-rows.ts';
import { createLineForms, dropLineForms } from './normalise/line-forms.ts';
import { createNormListing } from './normalise/listings.ts';
import { createPlaceForms } from './normalise/place-forms.ts';
import { chooseCurrentProperties, createNormProperty } from './normalise/properties.ts';
import { createRemovedParcels } from './normalise/removed-counties.ts';
import { createNormRent } from './normalise/rents.ts';
import { chooseCurrentTransfers, createNormTransfer } from './normalise/transfers.ts';
import type { Stage } from './stage.ts';

/**
 * Facts of one region -> the `norm_` tables: the latest import wins, addresses in Pub 28 form, codes read, ids
 * given. A state gets properties, transfers, listings and rents; the region ALL gets contacts and suppressions.
 */
export const normaliseStage: Stage = {
  name: 'normalise',
  inputs: ['facts'],
  outputs: ['norm_property', 'norm_transfer', 'norm_listing', 'norm_rent', 'norm_contact', 'norm_suppression'],
  async run({ duck, region, facts, withoutCounties }) {
    const keepsRows = await createRemovedParcels(duck, region, facts, withoutCounties);
    for (const kind of CANONICAL_KINDS) {
      const isHere = (kind === 'contacts' || kind === 'suppressions') === (region === ALL_REGIONS);
      await createFactView(duck, kind, isHere ? (facts[kind] ?? []) : [], { keeps: (path) => keepsRows(kind, path) });
    }
    await chooseCurrentProperties(duck);
    await chooseCurrentTransfers(duck, region);
    await splitContactLines(duck);
    await createLineForms(duck, [
      { table: 'current_property', line: 'situs_line', prefix: 'situs' },
      { table: 'current_property', line: 'mailing_address', prefix: 'mailing' },
      { table: 'current_transfer', line: 'buyer_mailing_address', prefix: 'buyer' },
      { table: 'current_contact', line: 'mailing_address', prefix: 'mailing' },
    ]);
    const mailing = (column: string): string[] => [
      `SELECT mailing_${column} FROM current_property`,
      `SELECT buyer_mailing_${column} FROM current_transfer`,
      `SELECT mailing_${column} FROM current_contact`,
    ];
    await createPlaceForms(duck, {
      city: ['SELECT city FROM current_property', ...mailing('city')],
      zip: ['SELECT zip FROM current_property', ...mailing('zip')],
      state: mailing('state'),
    });
    await createNormProperty(duck, region);
    await createNormTransfer(duck, region);
    await createNormListing(duck, region);
    await createNormRent(duck);
    await createNormContact(duck);
    await createNormSuppression(duck);
    await dropLineForms(duck);
    for (const table of ['city_form', 'zip_form', 'state_form']) await duck.run(`DROP TABLE ${table}`);
    for (const kind of CANONICAL_KINDS) await duck.run(`DROP VIEW fact_${kind}`);
  },
};
