import type { Transaction } from '@plat/db';
import { notFound } from '../domain/not-found.ts';

/** postgres.js requires mutable arrays as parameters. */
export const copyOf = (list: readonly string[] | null): string[] | null => (list === null ? null : [...list]);

/** The id of a company's seat; null for no seat. */
export async function findSeat(tx: Transaction, companyId: string, name: string | null): Promise<string | null> {
  if (name === null) return null;
  const [seat] = await tx<{ id: string }[]>`
    select id from accounts.seats where company_id = ${companyId} and name = ${name}`;
  if (seat === undefined) throw notFound('seat', name);
  return seat.id;
}

async function requirePlans(tx: Transaction, planIds: readonly string[]): Promise<void> {
  const found = await tx<{ id: string }[]>`select id from accounts.plans where id = any(${[...planIds]}::text[])`;
  const known = new Set(found.map(({ id }) => id));
  const unknown = planIds.find((planId) => !known.has(planId));
  if (unknown !== undefined) throw notFound('plan', unknown);
}

/** Lets a key assign plans, all or none. */
export async function addKeyPlans(tx: Transaction, keyId: string, planIds: readonly string[]): Promise<void> {
  if (planIds.length === 0) return;
  await requirePlans(tx, planIds);
  await tx`
    insert into accounts.key_plans (key_id, plan_id) select ${keyId}, unnest(${[...planIds]}::text[])
    on conflict do nothing`;
}

/** Removes plans from a key; unassigned plans are ignored. */
export async function removeKeyPlans(tx: Transaction, keyId: string, planIds: readonly string[]): Promise<void> {
  if (planIds.length === 0) return;
  await requirePlans(tx, planIds);
  await tx`delete from accounts.key_plans where key_id = ${keyId} and plan_id = any(${[...planIds]}::text[])`;
}
