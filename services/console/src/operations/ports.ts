import type { AdminAnswerOf, AdminBodyOf, AdminQueryOf, HOST_OPERATIONS, Role } from '@plat/contracts/admin';
import type { Actor } from '../people/index.ts';

type HostOperation = (typeof HOST_OPERATIONS)[number];

/** One call by a person whose session, role and input were checked. */
export interface OperationCall<O> {
  body: AdminBodyOf<O>;
  query: AdminQueryOf<O>;
  /** For the audit trail. */
  actor: Actor;
  role: Role;
  /** Company of a member, who must see nothing of others; null for people who see everything. */
  companyId: string | null;
  /** Its body is the file of an operation that takes one, and is read for others. */
  request: Request;
}

/** What the host does for each operation: the function that a command calls too. */
export type OperationPorts = {
  [O in HostOperation as O['operation']]: (call: OperationCall<O>) => Promise<AdminAnswerOf<O> | Response>;
};
