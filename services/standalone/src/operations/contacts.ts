import type { AccountsDeps } from '@plat/accounts/deps';
import type { OperationPorts } from '@plat/console/deps';
import { pageOfRows } from '@plat/console/paging';
import {
  addSuppression,
  listDeliveries,
  type OperatorInvestors,
  type OwnSuppression,
  removeSuppression,
  replayDelivery,
  replayFailedDeliveries,
} from '@plat/investors/operator';
import { OWN_LISTS, type OwnList } from '@plat/investors/own-lists';
import { AppError, validationError } from '@plat/kit';
import { entryDocument } from '../suppression-entry.ts';
import { keyInScope } from './scope.ts';

const MAX_ENTRIES = 100_000;

type ContactPorts = Pick<
  OperationPorts,
  | 'listWebhooks'
  | 'replayWebhookDelivery'
  | 'replayFailedWebhooks'
  | 'listSuppressions'
  | 'addSuppression'
  | 'removeSuppression'
>;

/** Webhooks and do-not-contact entries. */
export const contactOperations = (
  accounts: AccountsDeps,
  investors: () => Promise<OperatorInvestors>,
): ContactPorts => ({
  listWebhooks: async (call) => {
    const { key, status, cursor } = call.query;
    const { id } = await keyInScope(accounts, call, key);
    return listDeliveries((await investors()).deliveryLog, id, { status, cursor });
  },

  replayWebhookDelivery: async ({ query, actor }) => {
    const subject = `webhook:${query.delivery_id}`;
    await accounts.audit.append(actor, { action: 'webhook.replayed', subject, before: null, after: null });
    return replayDelivery((await investors()).deliveryLog, null, query.delivery_id);
  },

  replayFailedWebhooks: async (call) => {
    const { id } = await keyInScope(accounts, call, call.query.key);
    const entry = { action: 'webhook.failed_replayed', subject: `key:${id}`, keyId: id, before: null, after: null };
    await accounts.audit.append(call.actor, entry);
    return { replayed: await replayFailedDeliveries((await investors()).deliveryLog, id) };
  },

  listSuppressions: async ({ query }) => {
    const { suppressions } = await investors();
    const entries = await suppressions.list({ kind: query.kind ?? null, limit: MAX_ENTRIES });
    const { rows, nextCursor } = pageOfRows(entries, query, nameOf);
    return { entries: rows.map(entryDocument), next_cursor: nextCursor };
  },

  addSuppression: async ({ body, actor }) => {
    const { kind, value, zip = null, note = null } = body;
    const list = listOf(body.list ?? 'opt_out');
    const subject = `suppression:${kind}`;
    await accounts.audit.append(actor, { action: 'suppression.added', subject, before: null, after: { kind, list } });
    const request = { list, note, createdBy: actor };
    const { entry, added } = await addSuppression(await investors(), { kind, text: value, zip }, request);
    return { ...entryDocument(entry), added };
  },

  removeSuppression: async ({ query, actor }) => {
    const { kind, value, zip = null } = query;
    const list = query.list === undefined ? null : listOf(query.list);
    const subject = `suppression:${kind}`;
    await accounts.audit.append(actor, { action: 'suppression.removed', subject, before: { kind, list }, after: null });
    const removed = await removeSuppression(await investors(), { kind, text: value, zip }, list);
    if (removed.length === 0) throw new AppError('NOT_FOUND', 'There is no such entry; imports change imported lists');
    return { removed: removed.map(entryDocument) };
  },
});

const nameOf = ({ kind, value, list }: OwnSuppression): string => `${kind} ${list} ${value}`;

function listOf(text: string): OwnList {
  const list = OWN_LISTS.find((known) => known === text);
  if (list !== undefined) return list;
  throw validationError([{ field: 'list', problem: `must be one of ${OWN_LISTS.join(', ')}` }]);
}
