import { VALUE_COLUMNS } from './value-facts.ts';

/** The facts of a property row `p`, in order of `VALUE_COLUMNS`. */
export const VALUE_FACTS_SQL = VALUE_COLUMNS.map((column) =>
  column === 'property_type' ? "coalesce(p.property_type, 'OTHER') AS property_type" : `p.${column}`,
).join(', ');

/**
 * SQL for both DuckDB and PostgreSQL: valid sales with the facts of their property, `day` (since 1970-01-01) and
 * `price`, oldest first. Leaves out sales in a year before the house was built, because they sold land or another
 * house.
 */
export const valueSalesSql = (sales: string, properties: string, condition = 'true'): string => `
  SELECT ${VALUE_FACTS_SQL}, s.sale_date - DATE '1970-01-01' AS day, s.price
  FROM ${sales} s JOIN ${properties} p USING (property_id)
  WHERE s.arms_length = 'valid' AND s.price > 0 AND ${condition}
    AND coalesce(p.year_built <= extract(year FROM s.sale_date), true)
  ORDER BY s.sale_date, s.sale_id`;
