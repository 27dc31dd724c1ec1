import { isUuid } from '@plat/contracts';
import type { Sql, Transaction } from '@plat/db';
import { keyDocument } from '../domain/keys/key-document.ts';
import type { KeyChange, KeyRecord, KeyStore } from '../domain/keys/ports.ts';
import { notFound } from '../domain/not-found.ts';
import type { Actor } from '../domain/ports.ts';
import { applicationKey } from './application-key.ts';
import type { Change, Changes } from './changes.ts';
import { insertKey } from './insert-key.ts';
import { addKeyPlans, copyOf, findSeat, removeKeyPlans } from './key-references.ts';
import { selectKeys } from './key-rows.ts';
import { verifySecret } from './verify-secret.ts';

export function createPostgresKeyStore(sql: Sql, changes: Changes): KeyStore {
  /** Changes one locked key, audits the change and invalidates gateway caches. */
  const changeKey = (
    actor: Actor,
    id: string,
    work: (change: Change, before: KeyRecord) => Promise<string>,
  ): Promise<KeyRecord> =>
    changes.run(actor, async (change) => {
      const before = await lockedKey(change.tx, id);
      const action = await work(change, before);
      const [after] = await selectKeys(change.tx, change.tx`k.id = ${id}`);
      await auditKey(change, action, before, after!);
      return after!;
    });

  return {
    insert: (actor, key) => changes.run(actor, (change) => insertKey(change, key)),
    list: (companyId) => selectKeys(sql, companyId === undefined ? sql`true` : sql`k.company_id = ${companyId}`),
    madeBy: (actor) =>
      selectKeys(
        sql,
        sql`k.id in (
          select key_id from accounts.audit_events where actor = ${actor} and action = 'key.created')`,
      ),
    find: (reference) =>
      selectKeys(
        sql,
        isUuid(reference)
          ? sql`k.id = ${reference}`
          : sql`k.id in (select key_id from accounts.api_key_secrets where ${reference} in (prefix, sha256))`,
      ),
    findBySha256: async (sha256) => {
      const [record] = await selectKeys(
        sql,
        sql`k.id = (
          select key_id from accounts.api_key_secrets
          where sha256 = ${sha256} and (expires_at is null or expires_at > now()))`,
      );
      return record ?? null;
    },

    change: (actor, id, wanted) =>
      changeKey(actor, id, async ({ tx }, before) => {
        await applyKeyChange(tx, before, wanted);
        if (wanted.active === undefined) return 'key.changed';
        return wanted.active ? 'key.activated' : 'key.deactivated';
      }),

    revoke: (actor, id) =>
      changeKey(actor, id, async ({ tx }) => {
        await tx`update accounts.api_keys set revoked_at = coalesce(revoked_at, now()) where id = ${id}`;
        return 'key.revoked';
      }),

    rotate: (actor, id, secret, overlapMs) =>
      changeKey(actor, id, async ({ tx }) => {
        await tx`
          update accounts.api_key_secrets
          set expires_at = least(expires_at, now() + ${overlapMs} * interval '1 millisecond')
          where key_id = ${id} and (expires_at is null or expires_at > now())`;
        await tx`
          insert into accounts.api_key_secrets (sha256, key_id, prefix)
          values (${secret.keySha256}, ${id}, ${secret.keyPrefix})`;
        return 'key.rotated';
      }),

    verify: (sha256, userId) => verifySecret(sql, sha256, userId),
    application: (companyId) => applicationKey(sql, companyId),

    existing: async (sha256s) => {
      const rows = await sql<{ sha256: string }[]>`
        select sha256 from accounts.api_key_secrets
        where sha256 = any(${[...sha256s]}) and (expires_at is null or expires_at > now())`;
      return new Set(rows.map(({ sha256 }) => sha256));
    },

    isActive: async (id) => {
      if (!isUuid(id)) return null;
      const [key] = await sql<{ active: boolean }[]>`
        select c.active and k.revoked_at is null and k.deactivated_at is null as active
        from accounts.api_keys k join accounts.companies c on c.id = k.company_id where k.id = ${id}`;
      return key?.active ?? null;
    },

    touch: async (sha256) => {
      await sql`
        update accounts.api_key_secrets set last_used_at = now()
        where sha256 = ${sha256} and coalesce(last_used_at < now() - interval '1 minute', true)`;
    },
  };
}

/** Reservations share this row lock and changes take it exclusively, so the later one sees the earlier one. */
async function lockedKey(tx: Transaction, id: string): Promise<KeyRecord> {
  await tx`select from accounts.api_keys where id = ${id} for update`;
  const [record] = await selectKeys(tx, tx`k.id = ${id}`);
  if (record === undefined) throw notFound('key', id);
  return record;
}

async function auditKey(change: Change, action: string, before: KeyRecord, after: KeyRecord): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await change.audit({
    action,
    subject: `key:${after.id}`,
    companyId: after.companyId,
    keyId: after.id,
    before: keyDocument(before),
    after: keyDocument(after),
  });
  change.concerns([after.id]);
}

async function applyKeyChange(tx: Transaction, before: KeyRecord, wanted: KeyChange): Promise<void> {
  const { id } = before;
  const { seatName, addPlanIds = [], removePlanIds = [] } = wanted;
  const seat = seatName === undefined ? (before.seat?.id ?? null) : await findSeat(tx, before.companyId, seatName);
  await addKeyPlans(tx, id, addPlanIds);
  await removeKeyPlans(tx, id, removePlanIds);
  const next = { ...before, ...wanted };
  const deactivatedAt =
    wanted.active === undefined ? tx`deactivated_at` : wanted.active ? null : tx`coalesce(deactivated_at, now())`;
  await tx`
    update accounts.api_keys set
      name = ${next.name}, rate_limit = ${next.rateLimit}, monthly_limit = ${next.monthlyLimit}, seat_id = ${seat},
      authorized_endpoints = ${copyOf(next.authorizedEndpoints)}::text[],
      allowed_addresses = ${copyOf(next.allowedAddresses)}::text[],
      deactivated_at = ${deactivatedAt}
    where id = ${id}`;
}
