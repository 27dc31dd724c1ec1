import type { DuckDBConnection } from '@duckdb/node-api';
import { createTable, eachRow } from './duck-rows.ts';
import { lenderKind, purchaseMethod } from './purchase-method.ts';

/**
 * Writes `purchase_method_of` (sale_id, method) for sales in `normal_transfer` with loan data. Runs the rule once
 * per distinct lender.
 */
export async function decidePurchaseMethods(duck: DuckDBConnection): Promise<void> {
  await duck.run(`
    CREATE OR REPLACE TABLE sale_loan AS
      SELECT sale_id, t.lender, coalesce(l.kind = 'person', false) AS is_person,
        coalesce(l.name_key = s.name_key AND l.name_key <> '', false) AS is_seller, sign(t.loan_amount)::INTEGER AS loan_sign
      FROM normal_transfer t
      LEFT JOIN party l ON l.name = t.lender
      LEFT JOIN party s ON s.name = t.grantor
      WHERE t.loan_amount IS NOT NULL OR t.lender IS NOT NULL`);
  await createTable(
    duck,
    'loan_class',
    'lender VARCHAR, is_person BOOLEAN, is_seller BOOLEAN, loan_sign INTEGER, method VARCHAR',
    async (append) => {
      await eachRow(
        duck,
        'SELECT DISTINCT lender, is_person, is_seller, loan_sign FROM sale_loan',
        ([lender, isPerson, isSeller, loanSign]) => {
          const kind = lender === null ? null : lenderKind(String(lender), isPerson === true, isSeller === true);
          const method = purchaseMethod(loanSign === null ? null : Number(loanSign), kind);
          append([lender ?? null, isPerson === true, isSeller === true, loanSign ?? null, method]);
        },
      );
    },
  );
  await duck.run(`
    CREATE OR REPLACE TABLE purchase_method_of AS
      SELECT l.sale_id, c.method FROM sale_loan l JOIN loan_class c
        ON c.lender IS NOT DISTINCT FROM l.lender AND c.is_person = l.is_person AND c.is_seller = l.is_seller
          AND c.loan_sign IS NOT DISTINCT FROM l.loan_sign;
    DROP TABLE sale_loan; DROP TABLE loan_class;`);
}
