import { randomUUID } from 'node:crypto';
import type { Sql, Transaction } from '@plat/db';
import type { KeyEpochs } from '@plat/limits';
import type { Actor, AuditEntry } from '../domain/ports.ts';
import { advanceEpochs } from './advance-epochs.ts';
import { confirmKeyChange } from './confirm-key-change.ts';
import { CHANGED_CHANNEL, changePayloads } from './key-change-channel.ts';

/** One change, inside its transaction. */
export interface Change {
  tx: Transaction;
  /** Appends to the audit trail in the same transaction. */
  audit(entry: AuditEntry): Promise<void>;
  /** After the commit, gateways discard their cache of these keys. */
  concerns(keyIds: Iterable<string>): void;
}

/** The only way to change accounts: records each change and announces it to every replica after the commit. */
export interface Changes {
  run<T>(actor: Actor, work: (change: Change) => Promise<T>): Promise<T>;
}

export interface ChangesOptions {
  sql: Sql;
  epochs: Pick<KeyEpochs, 'advance'>;
  /** Waits until every running process confirms the change; calls `onUnconfirmed` if one does not. */
  confirm?: boolean;
  onUnconfirmed?(): void;
  /** The change is committed, but its epochs could not advance; retried for a while. */
  onEpochsUnavailable(cause: unknown): void;
}

export function createChanges(options: ChangesOptions): Changes {
  const { sql, epochs, confirm = false, onUnconfirmed, onEpochsUnavailable } = options;

  return {
    run: async (actor, work) => {
      const changeId = randomUUID();
      const concerned = new Set<string>();
      const transaction = () =>
        sql.begin(async (tx) => {
          const result = await work({
            tx,
            audit: (entry) => insertAuditEvent(tx, actor, entry),
            concerns: (keyIds) => {
              for (const keyId of keyIds) concerned.add(keyId);
            },
          });
          for (const payload of changePayloads(changeId, [...concerned])) {
            await tx`select pg_notify(${CHANGED_CHANNEL}, ${payload})`;
          }
          return { result, announced: concerned.size > 0 };
        });
      const { result, confirmed } = confirm
        ? await confirmKeyChange(sql, changeId, transaction)
        : { ...(await transaction()), confirmed: true };
      if (!confirmed) onUnconfirmed?.();
      // After the commit: a replica that verifies again because of the new epoch must find the changed key.
      await advanceEpochs(epochs, [...concerned], onEpochsUnavailable);
      return result;
    },
  };
}

async function insertAuditEvent(tx: Transaction, actor: Actor, entry: AuditEntry): Promise<void> {
  const { action, subject, companyId = null, keyId = null, before, after } = entry;
  const json = (value: object | null) => (value === null ? null : tx.json(value as Parameters<Transaction['json']>[0]));
  await tx`
    insert into accounts.audit_events (actor, action, company_id, key_id, subject, before, after)
    values (${actor}, ${action},
      coalesce(${companyId}::uuid, (select company_id from accounts.api_keys where id = ${keyId}::uuid)),
      ${keyId}, ${subject}, ${json(before)}, ${json(after)})`;
}
