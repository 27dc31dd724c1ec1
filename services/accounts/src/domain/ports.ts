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

/** A row of the audit trail; `before` and `after` never contain a secret or its hash. */
export interface AuditEntry {
  action: string;
  subject: string;
  /** Defaults to the key's company. */
  companyId?: string;
  keyId?: string;
  before: object | null;
  after: object | null;
}

export interface AuditTrail {
  append(actor: Actor, entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(filter: {
    companyId?: string;
    keyId?: string;
    beforeId?: number;
    /** Whether changes of people and their sign-ins are among them; true unless said otherwise. */
    withPeople?: boolean;
    limit: number;
  }): Promise<AuditEvent[]>;
}
