import { type AllowanceName, isUuid } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { companyDocument, limitDocument, seatDocument } from '../domain/companies/company-document.ts';
import type { CompanyLimit, CompanyStore, SeatRecord } from '../domain/companies/ports.ts';
import { notFound } from '../domain/not-found.ts';
import type { Changes } from './changes.ts';
import { type CompanyRow, toCompanyRecord } from './company-rows.ts';
import { OPERATORS_COMPANY_ID } from './operators-company.ts';

interface LimitRow {
  endpoint: AllowanceName;
  plan_limit: number | null;
  custom_limit: number | null;
}

interface SeatRow {
  id: string;
  name: string;
  may_search_buyers: boolean;
  created_at: Date;
}

/** Every change first locks the company's row, which reservations of its keys lock in shared mode. */
export function createPostgresCompanyStore(sql: Sql, changes: Changes): CompanyStore {
  return {
    insert: (actor, company) =>
      changes.run(actor, async ({ tx, audit }) => {
        const [row] = await tx<CompanyRow[]>`
          insert into accounts.companies (name, contact_email, subscription)
          values (${company.name}, ${company.contactEmail}, ${company.subscription})
          on conflict (name) do nothing returning *`;
        if (row === undefined) return null;
        const after = companyDocument(toCompanyRecord(row));
        await audit({ action: 'company.created', subject: subjectOf(row), companyId: row.id, before: null, after });
        return toCompanyRecord(row);
      }),

    list: async () =>
      (
        await sql<CompanyRow[]>`
          select * from accounts.companies where id <> ${OPERATORS_COMPANY_ID} order by name, id`
      ).map(toCompanyRecord),

    find: async (reference) => {
      const [row] = await sql<CompanyRow[]>`
        select * from accounts.companies
        where (name = ${reference} or ${isUuid(reference)} and id::text = lower(${reference}))
          and id <> ${OPERATORS_COMPANY_ID}
        order by id::text = lower(${reference}) desc limit 1`;
      if (row === undefined) return null;
      const [limits, seats] = await Promise.all([
        sql<LimitRow[]>`select * from accounts.company_limits where company_id = ${row.id} order by endpoint`,
        sql<SeatRow[]>`select * from accounts.seats where company_id = ${row.id} order by name`,
      ]);
      return { ...toCompanyRecord(row), limits: limits.map(toLimit), seats: seats.map(toSeat) };
    },

    change: (actor, id, wanted) =>
      changes.run(actor, async ({ tx, audit, concerns }) => {
        const row = await lockedCompany(tx, id);
        if (wanted.name !== undefined) {
          const taken = await tx`select from accounts.companies where name = ${wanted.name} and id <> ${id}`;
          if (taken.length > 0) return 'name_taken';
        }
        const next = { ...toCompanyRecord(row), ...wanted };
        const [changed] = await tx<CompanyRow[]>`
          update accounts.companies set name = ${next.name}, contact_email = ${next.contactEmail},
            active = ${next.active}, subscription = ${next.subscription}
          where id = ${id} returning *`;
        const [before, after] = [companyDocument(toCompanyRecord(row)), companyDocument(toCompanyRecord(changed!))];
        if (JSON.stringify(before) !== JSON.stringify(after)) {
          const turned = row.active !== changed!.active;
          const action = turned ? (changed!.active ? 'company.activated' : 'company.deactivated') : 'company.changed';
          await audit({ action, subject: subjectOf(row), companyId: id, before, after });
          concerns(await keysOf(tx, id));
        }
        return toCompanyRecord(changed!);
      }),

    setLimit: (actor, id, { endpoint, ...wanted }) =>
      changes.run(actor, async ({ tx, audit }) => {
        await lockedCompany(tx, id);
        const [row] = await tx<LimitRow[]>`
          select * from accounts.company_limits where company_id = ${id} and endpoint = ${endpoint}`;
        const before: CompanyLimit =
          row === undefined ? { endpoint, planLimit: null, customLimit: null } : toLimit(row);
        const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
        const after: CompanyLimit = { ...before, ...given };
        if (JSON.stringify(before) === JSON.stringify(after)) return before;
        if (after.planLimit === null && after.customLimit === null) {
          await tx`delete from accounts.company_limits where company_id = ${id} and endpoint = ${endpoint}`;
        } else {
          await tx`
            insert into accounts.company_limits (company_id, endpoint, plan_limit, custom_limit)
            values (${id}, ${endpoint}, ${after.planLimit}, ${after.customLimit})
            on conflict (company_id, endpoint)
            do update set plan_limit = excluded.plan_limit, custom_limit = excluded.custom_limit`;
        }
        const subject = `company:${id}`;
        await audit({
          action: 'company.limited',
          subject,
          companyId: id,
          before: limitDocument(before),
          after: limitDocument(after),
        });
        return after;
      }),

    setSeat: (actor, id, seat) =>
      changes.run(actor, async ({ tx, audit, concerns }) => {
        await lockedCompany(tx, id);
        const [before] = await tx<SeatRow[]>`
          select * from accounts.seats where company_id = ${id} and name = ${seat.name}`;
        const [after] = await tx<SeatRow[]>`
          insert into accounts.seats (company_id, name, may_search_buyers)
          values (${id}, ${seat.name}, ${seat.maySearchBuyers})
          on conflict (company_id, name) do update set may_search_buyers = excluded.may_search_buyers
          returning *`;
        if (before?.may_search_buyers === after!.may_search_buyers) return toSeat(after!);
        await audit({
          action: before === undefined ? 'seat.created' : 'seat.changed',
          subject: `seat:${after!.id}`,
          companyId: id,
          before: before === undefined ? null : seatDocument(toSeat(before)),
          after: seatDocument(toSeat(after!)),
        });
        const keys = await tx<{ id: string }[]>`select id from accounts.api_keys where seat_id = ${after!.id}`;
        concerns(keys.map((key) => key.id));
        return toSeat(after!);
      }),
  };
}

async function lockedCompany(tx: Transaction, id: string): Promise<CompanyRow> {
  const [row] = await tx<CompanyRow[]>`select * from accounts.companies where id = ${id} for update`;
  if (row === undefined) throw notFound('company', id);
  return row;
}

const keysOf = async (tx: Transaction, companyId: string): Promise<string[]> => {
  const keys = await tx<{ id: string }[]>`select id from accounts.api_keys where company_id = ${companyId}`;
  return keys.map(({ id }) => id);
};

const subjectOf = ({ id }: CompanyRow): string => `company:${id}`;

const toLimit = (row: LimitRow): CompanyLimit => ({
  endpoint: row.endpoint,
  planLimit: row.plan_limit,
  customLimit: row.custom_limit,
});

const toSeat = (row: SeatRow): SeatRecord => ({
  id: row.id,
  name: row.name,
  maySearchBuyers: row.may_search_buyers,
  createdAt: row.created_at.toISOString(),
});
