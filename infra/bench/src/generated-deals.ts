import { cellSql } from '@plat/dataset';
import type { Sql } from '@plat/db';

/** A market of towns: deals in normal distribution around separate centers on a plain. */
export interface GeneratedMarket {
  deals: number;
  /** Number of towns. More towns with the same deals per town make a larger market of the same density. */
  towns: number;
}

export const AS_OF = '2026-01-01';
const YEARS = 10;
const SPREAD_DEGREES = 0.12;

/**
 * Fills a table with the columns of `market.deal` with generated deals in random order: ten years of events, 55 %
 * single-family, 30 % flips, one in twelve of an institution, one in ten not at arm's length.
 */
export async function generateDeals(sql: Sql, table: string, { deals, towns }: GeneratedMarket): Promise<void> {
  const columns = Math.ceil(Math.sqrt(towns));
  const normal = (a: string, b: string) => `sqrt(-2 * ln(1 - ${a})) * cos(2 * pi() * ${b})`;
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = 0`;
    await tx`select setseed(0.42)`;
    await tx.unsafe(`
      insert into ${table} (region, deal_id, cell, event_date, visible_from, deal_type, extended, property_id, parcel_id,
        address, address_line, city, state, zip, county, fips, latitude, longitude, property_type, bedrooms, bathrooms,
        living_square_feet, lot_square_feet, year_built, units_count, estimated_value, purchase_date, purchase_price, purchase_method,
        sale_date, sale_price, arms_length, tests, buyer_id, buyer_name, buyer_name_key, buyer_is_entity,
        buyer_mailing_key, buyer_mailing_zip, buyer_mailing_state, institution, reliability, purchase_class)
      select 'TX', id, ${cellSql('latitude', 'longitude')}, day, day, kind, kind = 'flip' and chance < 0.1, id, 'P' || id,
        house || ' Sample St, Town ' || town || ', TX 75001', house || ' Sample St', 'Town ' || town, 'TX', '75001',
        'Sample', '48001', latitude, longitude,
        case when chance < 0.55 then 'SFR' when chance < 0.75 then 'CONDO' when chance < 0.85 then 'MFR'
             when chance < 0.9 then 'MOBILE' when chance < 0.95 then 'LAND' else 'OTHER' end,
        1 + floor(size * 5), 1 + floor(size * 6) / 2, 700 + floor(size * 2800), 2000 + floor(chance * 12000),
        1920 + floor(chance * 100), 1, 90000 + floor(size * 450000), day - case when kind = 'flip' then 180 else 0 end, 80000 + floor(size * 400000),
        case when chance < 0.4 then 'cash' else 'financed' end,
        case when kind = 'flip' then day end, case when kind = 'flip' then 120000 + floor(size * 500000) end,
        case when verdict < 0.1 then 'non_arms_length' when verdict < 0.3 then 'undetermined' else 'valid' end,
        array['seller_is_buyer', 'not_occupied'], floor(buyer * ${Math.max(1, Math.floor(deals / 4))}),
        'Buyer ' || floor(buyer * 1000000) || ' LLC', 'BUYER ' || floor(buyer * 1000000) || ' LLC', true,
        house || ' OFFICE BLVD DALLAS TX 75201', '75201', 'TX',
        case when verdict > 0.97 then 'alias' when verdict > 0.917 then 'large' end, chance,
        case when kind = 'rental' and size < 0.9 then (array['conservative', 'moderate', 'aggressive'])[1 + floor(size / 0.9 * 3)::int] end
      from (
        select id, town, house, chance, size, verdict, buyer, case when flips < 0.3 then 'flip' else 'rental' end as kind,
          date '${AS_OF}' - floor(age * ${Math.floor(YEARS * 365.25)})::int as day,
          31 + 0.9 * (town / ${columns}) + ${SPREAD_DEGREES} * north as latitude,
          -104 + 1.1 * (town % ${columns}) + ${SPREAD_DEGREES * 1.2} * east as longitude
        from (
          select id, floor(random() * ${towns})::int as town, 1 + floor(random() * 9000)::int as house, random() as chance,
            random() as size, random() as verdict, random() as buyer, random() as flips, random() as age,
            ${normal('random()', 'random()')} as north, ${normal('random()', 'random()')} as east
          from generate_series(1, ${deals}) id
          offset 0
        ) drawn
      ) placed`);
  });
}
