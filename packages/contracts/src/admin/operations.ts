import type { AnyAdminOperation } from './operation.ts';
import { changePerson, endSessionsOf, listPeople } from './people.ts';
import { beginSession, createSignInLink, endSession, readSession } from './session.ts';

/** Every operation of the operator API. */
export const ADMIN_OPERATIONS: readonly AnyAdminOperation[] = [
  readSession,
  beginSession,
  endSession,
  createSignInLink,
  listPeople,
  changePerson,
  endSessionsOf,
];
