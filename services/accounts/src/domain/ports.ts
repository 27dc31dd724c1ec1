/** Author of a change: a caller's key, or an operator. */
export type Actor = `key:${string}` | `operator:${string}`;

export interface AuditEvent {
  id: number;
  at: string;
  actor: string;
  /** For example `key.rotated` or `user.deactivated`. */
  action: string;
  companyId: string | null;
  keyId: string | null;
  /** Kind and id of the changed object, for example `user:agent-1042`. */
  subject: string;
  /** Null if it did not exist. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface AuditTrail {
  /** Newest first. */
  list(filter: { companyId?: string; keyId?: string; limit: number }): Promise<AuditEvent[]>;
}
