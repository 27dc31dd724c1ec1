import { DEAL_VERDICT } from '@plat/dataset';
import { documentOrder } from './sql.ts';

/**
 * SQL: `sale`, `norm_property`, `party`, `buyer_of_name` -> `conveyance`, every sale of a parcel in order of date,
 * document and id (docs/rules/sales.md), with the party that held title after it (`holder_*`) and the cluster that
 * conveyed it (`from_id`). Deeds of one day without document numbers are ordered so that each seller received
 * before conveying (a double close).
 *
 * Gaps are filled from neighbouring deeds, whatever their verdict: an unnamed buyer is the next seller, an unnamed
 * seller the previous buyer. So a quitclaim to a stranger breaks a chain, and one into the owner's company does
 * not. The roll's homestead flag and mailing address count only if the roll's owner is the holder; the mailing
 * address only if the transfer has none.
 */
export const TITLE_CHAIN_SQL = `
  CREATE OR REPLACE TABLE name_fact AS
    SELECT name_key, any_value(kind) AS kind, bool_or(is_entity) AS is_entity
    FROM party WHERE kind <> 'withheld' GROUP BY name_key;
  CREATE OR REPLACE TABLE roll_owner AS
    SELECT r.property_id, b.buyer_id FROM norm_property r
    JOIN party p ON p.name = r.owner_name AND p.kind <> 'withheld' JOIN buyer_of_name b ON b.name_key = p.name_key;
  CREATE OR REPLACE TABLE conveyance AS
    WITH ordered AS (
      SELECT *, coalesce(list_contains(list(buyer_id) OVER (PARTITION BY property_id, sale_date), seller_id), false) AS passes_on FROM sale
    ), linked AS (
      SELECT sale_id, property_id, parcel_id, county, sale_date, price, purchase_method, ${DEAL_VERDICT} AS arms_length, reasons,
        vacant_at_sale, seller_id, buyer_id,
        grantor_key, grantee_key, buyer_mailing_key, buyer_mailing_building_key, buyer_mailing_line,
        buyer_mailing_city, buyer_mailing_state, buyer_mailing_zip,
        row_number() OVER deeds AS step,
        coalesce(buyer_id, lead(seller_id) OVER deeds) AS holder_id,
        CASE WHEN buyer_id IS NOT NULL THEN grantee_key ELSE lead(grantor_key) OVER deeds END AS holder_key,
        CASE WHEN buyer_id IS NOT NULL THEN grantee ELSE lead(grantor) OVER deeds END AS holder_name,
        coalesce(seller_id, lag(buyer_id) OVER deeds) AS from_id
      FROM ordered
      WINDOW deeds AS (PARTITION BY property_id ORDER BY sale_date, ${documentOrder('document_id')}, passes_on, sale_id)
    )
    SELECT l.* EXCLUDE (
        grantor_key, buyer_mailing_key, buyer_mailing_building_key, buyer_mailing_line, buyer_mailing_city, buyer_mailing_state,
        buyer_mailing_zip
      ),
      coalesce(r.buyer_id = l.holder_id, false) AS is_roll_owner,
      l.buyer_mailing_key IS NULL AND is_roll_owner AS by_roll,
      f.kind AS holder_kind, coalesce(f.is_entity, false) AS holder_is_entity, g.kind AS buyer_kind, s.kind AS seller_kind,
      CASE WHEN is_roll_owner THEN p.homestead END AS homestead,
      CASE WHEN by_roll THEN p.mailing_key ELSE l.buyer_mailing_key END AS mailing_key,
      CASE WHEN by_roll THEN p.mailing_building_key ELSE l.buyer_mailing_building_key END AS mailing_building_key,
      CASE WHEN by_roll THEN p.mailing_address ELSE l.buyer_mailing_line END AS mailing_line,
      CASE WHEN by_roll THEN p.mailing_city ELSE l.buyer_mailing_city END AS mailing_city,
      CASE WHEN by_roll THEN p.mailing_state ELSE l.buyer_mailing_state END AS mailing_state,
      CASE WHEN by_roll THEN p.mailing_zip ELSE l.buyer_mailing_zip END AS mailing_zip,
      p.situs_key, p.situs_building_key, p.property_type, p.year_built, p.assessed_improvement_value
    FROM linked l
    LEFT JOIN name_fact f ON f.name_key = l.holder_key
    LEFT JOIN name_fact g ON g.name_key = l.grantee_key
    LEFT JOIN name_fact s ON s.name_key = l.grantor_key
    LEFT JOIN norm_property p USING (property_id)
    LEFT JOIN roll_owner r USING (property_id);
`;
