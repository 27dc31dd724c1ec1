import type { AuditEvent } from '@plat/accounts/operator';
import { type HomeOptions, parseWhole } from '@plat/standalone/settings';
import { Option } from 'commander';
import { textTable } from '../text-table.ts';
import { withAccounts } from '../with-accounts.ts';
import { homeCommand } from './home-command.ts';

const DEFAULT_EVENTS = 50;
const MAX_EVENTS = 10_000;

interface AuditOptions extends HomeOptions {
  company?: string;
  key?: string;
  limit: number;
}

/** `plat audit` */
export const auditCommand = () =>
  homeCommand('audit', 'list changes of keys, users, plans and companies, newest first', (command) =>
    command
      .option('--company <name or id>', 'only changes of this company, its keys and their users')
      .option('--key <key>', 'only changes of this key and its users')
      .addOption(
        new Option('--limit <events>', 'number of events').argParser(parseWhole(1, MAX_EVENTS)).default(DEFAULT_EVENTS),
      ),
  ).action(async (options: AuditOptions) => {
    const { findCompany, findKey } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, output }) => {
      const companyId = options.company === undefined ? undefined : (await findCompany(accounts, options.company)).id;
      const keyId = options.key === undefined ? undefined : (await findKey(accounts, options.key)).id;
      const events = await accounts.audit.list({
        ...(companyId === undefined ? {} : { companyId }),
        ...(keyId === undefined ? {} : { keyId }),
        limit: options.limit,
      });
      output.answer({ events: events.map(eventDocument) }, () =>
        events.length === 0 ? 'There are no changes yet.' : eventTable(events),
      );
    });
  });

const eventDocument = ({ companyId, keyId, ...event }: AuditEvent) => ({
  ...event,
  company_id: companyId,
  key_id: keyId,
});

const eventTable = (events: readonly AuditEvent[]): string =>
  textTable(
    ['at', 'actor', 'action', 'subject', 'changes'],
    events.map((event) => [
      event.at.slice(0, 19).replace('T', ' '),
      ...[event.actor, event.action, event.subject, changesOf(event)],
    ]),
  );

/** The changed fields, as `field: before -> after`; empty for a creation. */
function changesOf({ before, after }: AuditEvent): string {
  if (before === null || after === null) return '';
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));
  return Object.keys(after)
    .filter((field) => text(before[field]) !== text(after[field]))
    .map((field) => `${field}: ${text(before[field])} -> ${text(after[field])}`)
    .join(', ');
}
