import type { Transaction } from '@plat/db';
import { companyDocument } from '../domain/companies/company-document.ts';
import { keyDocument } from '../domain/keys/key-document.ts';
import type { KeyRecord, NewKey } from '../domain/keys/ports.ts';
import type { Change } from './changes.ts';
import { type CompanyRow, toCompanyRecord } from './company-rows.ts';
import { addKeyPlans, copyOf, findSeat } from './key-references.ts';
import { selectKeys } from './key-rows.ts';

/** Inserts a key with its secret and plans, and its company if none has that name. */
export async function insertKey(change: Change, key: NewKey): Promise<KeyRecord> {
  const { tx } = change;
  const company = await companyOf(change, key);
  const seat = await findSeat(tx, company.id, key.seatName);
  const [inserted] = await tx<{ id: string }[]>`
    insert into accounts.api_keys (company_id, seat_id, kind, name, is_test, rate_limit, rate_window_seconds,
      monthly_limit, authorized_endpoints, allowed_addresses)
    values (${company.id}, ${seat}, ${key.kind}, ${key.name}, ${key.isTest}, ${key.rateLimit},
      ${key.rateWindowSeconds}, ${key.monthlyLimit}, ${copyOf(key.authorizedEndpoints)}::text[],
      ${copyOf(key.allowedAddresses)}::text[])
    returning id`;
  const { id } = inserted!;
  await tx`insert into accounts.api_key_secrets (sha256, key_id, prefix) values (${key.keySha256}, ${id}, ${key.keyPrefix})`;
  await addKeyPlans(tx, id, key.planIds);
  const [record] = await selectKeys(tx, tx`k.id = ${id}`);
  await change.audit({
    action: 'key.created',
    subject: `key:${id}`,
    companyId: company.id,
    keyId: id,
    before: null,
    after: keyDocument(record!),
  });
  return record!;
}

/** One of several parallel calls creates the company. A company's first subscriber key starts its subscription. */
async function companyOf(change: Change, key: NewKey): Promise<CompanyRow> {
  const { tx } = change;
  const [made] = await tx<CompanyRow[]>`
    insert into accounts.companies (name, subscription)
    values (${key.companyName}, ${key.kind === 'subscriber' ? 'active' : null})
    on conflict (name) do nothing returning *`;
  if (made !== undefined) {
    await auditCompany(change, 'company.created', null, made);
    return made;
  }
  const known = await lockedCompany(tx, key.companyName);
  if (key.kind !== 'subscriber' || known.subscription !== null) return known;
  const [changed] = await tx<CompanyRow[]>`
    update accounts.companies set subscription = 'active' where id = ${known.id} returning *`;
  await auditCompany(change, 'company.changed', known, changed!);
  return changed!;
}

async function lockedCompany(tx: Transaction, name: string): Promise<CompanyRow> {
  const [known] = await tx<CompanyRow[]>`select * from accounts.companies where name = ${name} for update`;
  return known!;
}

const auditCompany = (change: Change, action: string, before: CompanyRow | null, after: CompanyRow): Promise<void> =>
  change.audit({
    action,
    subject: `company:${after.id}`,
    companyId: after.id,
    before: before === null ? null : companyDocument(toCompanyRecord(before)),
    after: companyDocument(toCompanyRecord(after)),
  });
