import type { SubscriptionState } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { KeyVerification } from '../domain/keys/ports.ts';
import { OPERATORS_COMPANY_ID } from './operators-company.ts';

/** Requests a minute of one company's application; the gateway limits each person far below it. */
const RATE_LIMIT = 10_000;

interface ApplicationRow {
  id: string;
  company_id: string;
  active: boolean;
  rate_limit: number;
  rate_window_seconds: number;
  subscription: SubscriptionState | null;
}

/**
 * The key under which the console acts for people of a company. It has no secret, so no caller can present it.
 * @param companyId null: people of the installation, who belong to no company.
 * @returns null for an unknown company.
 */
export async function applicationKey(sql: Sql, companyId: string | null): Promise<KeyVerification | null> {
  const known = await readKey(sql, companyId ?? OPERATORS_COMPANY_ID);
  if (known !== undefined) return toVerification(known);
  if (companyId === null) await insertOperatorsCompany(sql);
  await sql`
    insert into accounts.api_keys (company_id, kind, name, is_application, rate_limit)
    select id, 'subscriber', 'application', true, ${RATE_LIMIT}
    from accounts.companies where id = ${companyId ?? OPERATORS_COMPANY_ID}
    on conflict do nothing`;
  const made = await readKey(sql, companyId ?? OPERATORS_COMPANY_ID);
  return made === undefined ? null : toVerification(made);
}

/**
 * A company of the operators themselves, so that their view of the records has an owner. A company that already has
 * its name keeps it.
 */
const insertOperatorsCompany = (sql: Sql) => sql`
  insert into accounts.companies (id, name, subscription)
  select ${OPERATORS_COMPANY_ID}::uuid, case when exists (select from accounts.companies where name = operators.name)
    then operators.name || ' (' || ${OPERATORS_COMPANY_ID}::text || ')' else operators.name end, 'active'
  from (values ('Operators of this Plat')) operators (name)
  on conflict (id) do nothing`;

async function readKey(sql: Sql, companyId: string): Promise<ApplicationRow | undefined> {
  const [row] = await sql<ApplicationRow[]>`
    select k.id, k.company_id, c.active and k.revoked_at is null and k.deactivated_at is null as active, k.rate_limit,
      k.rate_window_seconds, c.subscription
    from accounts.api_keys k join accounts.companies c on c.id = k.company_id
    where k.company_id = ${companyId} and k.is_application`;
  return row;
}

const toVerification = (row: ApplicationRow): KeyVerification => ({
  keyId: row.id,
  kind: 'subscriber',
  companyId: row.company_id,
  active: row.active,
  isTest: false,
  rateLimit: row.rate_limit,
  rateWindowSeconds: row.rate_window_seconds,
  allowedAddresses: null,
  authorizedEndpoints: null,
  subscription: row.subscription,
  maySearchBuyers: true,
  userActive: false,
  limits: null,
  secretGoodMs: null,
  useIsNews: false,
});
