import { sqlText } from '@plat/dataset';
import { FLIP_SQL } from '../rules/flip.ts';
import { RENTAL_SQL } from '../rules/rental.ts';
import { compareResidences, oneHomeSql, RESIDENCE } from '../rules/residence-of-holders.ts';
import { stableIdSql } from '../rules/stable-id.ts';
import { TITLE_CHAIN_SQL } from '../rules/title-chain.ts';
import { deriveBuyers } from './derive-buyers.ts';
import type { Stage } from './stage.ts';

/**
 * Deals (docs/rules/flips.md, rentals.md) and their buyers (institutions.md, buyers.md): sales in order of title,
 * flips, rental purchases, and all that depends on a buyer's deals. `cell` stays null here; the index stage fills
 * it.
 */
export const deriveDeals: Stage = {
  name: 'derive deals',
  inputs: ['norm_property', 'party', 'buyer_of_name', 'sale', 'parcel_day'],
  outputs: ['deal', 'buyer', 'buyer_alias'],
  async run(build) {
    const { duck, region } = build;
    await duck.run(TITLE_CHAIN_SQL);
    await compareResidences(duck, 'conveyance');
    await duck.run(HOLDING_SQL);
    await duck.run(oneHomeSql('holding', 'holder_id'));
    await duck.run(FLIP_SQL);
    await duck.run(RENTAL_SQL);
    await duck.run(dealFactsSql(region));
    await deriveBuyers(build);
    await duck.run(dealSql(region));
    await duck.run(`
      DROP TABLE name_fact; DROP TABLE roll_owner; DROP TABLE residence; DROP TABLE holding; DROP TABLE flip;
      DROP TABLE rental; DROP TABLE deal_fact; DROP TABLE conveyance;`);
  },
};

/** One total price for several parcels is the price of none of them. */
const PURCHASE_PRICE = "CASE WHEN NOT list_contains(h.reasons, 'multi_parcel') THEN h.price END";

const HOLDING_SQL = `
  CREATE OR REPLACE TABLE holding AS
    SELECT c.*, ${RESIDENCE} AS residence
    FROM conveyance c LEFT JOIN residence r USING (mailing_key, mailing_building_key, situs_key, situs_building_key);
`;

/**
 * One row per deal, before its buyer is complete. An extended flip reads a purchase a second time, because the
 * purchase may also count as a rental. So its id is a separate number.
 */
const dealFactsSql = (region: string): string => `
  CREATE OR REPLACE TABLE deal_fact AS
    WITH found AS (
      SELECT purchase_id, resale_id, buyer_id, 'flip' AS deal_type, extended, NULL::DATE AS visible_from, tests FROM flip
      UNION ALL
      SELECT purchase_id, NULL, buyer_id, 'rental', false, visible_from, tests FROM rental
    )
    SELECT
      CASE WHEN f.extended THEN ${stableIdSql(sqlText(region), "'extended flip'", 'f.purchase_id::VARCHAR')} ELSE f.purchase_id END AS deal_id,
      f.deal_type, f.extended, f.buyer_id, f.tests,
      coalesce(s.sale_date, h.sale_date) AS event_date,
      coalesce(f.visible_from, s.sale_date) AS visible_from,
      h.property_id, h.parcel_id, h.county, h.sale_date AS purchase_date, ${PURCHASE_PRICE} AS purchase_price, h.purchase_method,
      s.sale_date, s.price AS sale_price, h.arms_length, h.holder_name, h.holder_key, h.holder_is_entity,
      h.mailing_key, h.mailing_line, h.mailing_city, h.mailing_zip, h.mailing_state
    FROM found f
    JOIN holding h ON h.sale_id = f.purchase_id
    LEFT JOIN sale s ON s.sale_id = f.resale_id;
`;

/** The county of a parcel without a roll comes from its transfers. */
const FIPS = "coalesce(p.fips, CASE WHEN regexp_full_match(y.county_key, '[0-9]{5}') THEN y.county_key END)";

const dealSql = (region: string): string => `
  CREATE OR REPLACE TABLE deal AS
    SELECT d.deal_id, NULL::INTEGER AS cell, d.event_date, d.visible_from, d.deal_type, d.extended, d.property_id, d.parcel_id,
      p.address, p.address_line, p.city, coalesce(p.state, ${sqlText(region)}) AS state, p.zip, coalesce(p.county, d.county) AS county, ${FIPS} AS fips,
      p.latitude, p.longitude,
      coalesce(p.property_type, 'OTHER') AS property_type, p.bedrooms, p.bathrooms, p.living_square_feet, p.lot_square_feet,
      p.year_built, p.units_count, p.estimated_value,
      d.purchase_date, d.purchase_price, d.purchase_method, d.sale_date, d.sale_price, d.arms_length, d.tests, d.buyer_id,
      n.display_name AS buyer_name, d.holder_key AS buyer_name_key, d.holder_is_entity AS buyer_is_entity,
      d.mailing_key AS buyer_mailing_key, d.mailing_line AS buyer_mailing_line, d.mailing_city AS buyer_mailing_city,
      d.mailing_zip AS buyer_mailing_zip, d.mailing_state AS buyer_mailing_state,
      b.institution, b.reliability
    FROM deal_fact d
    LEFT JOIN norm_property p USING (property_id)
    LEFT JOIN party n ON n.name = d.holder_name
    JOIN buyer b USING (buyer_id)
    JOIN parcel_day y USING (property_id);
`;
