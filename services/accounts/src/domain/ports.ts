/** Who changes something: a caller's key, or a person at the operator's command. */
export type Actor = `key:${string}` | `operator:${string}`;

export interface AuditEvent {
  id: number;
  at: string;
  actor: string;
  /** Such as `key.rotated` or `user.deactivated`. */
  action: string;
  companyId: string | null;
  keyId: string | null;
  /** Kind and id of what was changed, such as `user:agent-1042`. */
  subject: string;
  /** Null when it did not exist. */
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

export interface AuditTrail {
  /** Newest first. */
  list(filter: { companyId?: string; keyId?: string; limit: number }): Promise<AuditEvent[]>;
}
