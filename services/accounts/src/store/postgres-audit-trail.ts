import type { Sql } from '@plat/db';
import type { AuditEvent, AuditTrail } from '../domain/ports.ts';
import type { Changes } from './changes.ts';

interface AuditRow {
  id: number;
  at: Date;
  actor: string;
  action: string;
  company_id: string | null;
  key_id: string | null;
  subject: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export const createPostgresAuditTrail = (sql: Sql, changes: Changes): AuditTrail => ({
  append: (actor, entry) => changes.run(actor, ({ audit }) => audit(entry)),
  list: async ({ companyId, keyId, beforeId, withPeople = true, limit }) => {
    const ofCompany = companyId === undefined ? sql`true` : sql`company_id = ${companyId}`;
    const ofKey = keyId === undefined ? sql`true` : sql`key_id = ${keyId}`;
    const earlier = beforeId === undefined ? sql`true` : sql`id < ${beforeId}`;
    const readable = withPeople ? sql`true` : sql`not starts_with(subject, 'person:')`;
    const rows = await sql<AuditRow[]>`
      select id, at, actor, action, company_id, key_id, subject, before, after from accounts.audit_events
      where ${ofCompany} and ${ofKey} and ${earlier} and ${readable} order by id desc limit ${limit}`;
    return rows.map(toEvent);
  },
});

const toEvent = ({ company_id, key_id, at, ...row }: AuditRow): AuditEvent => ({
  ...row,
  at: at.toISOString(),
  companyId: company_id,
  keyId: key_id,
});
