import { AppError, validationError } from '@plat/kit';
import type { Identity, UserAdministration, UserRecord } from './ports.ts';

export interface UserAdministrationDeps {
  users: UserAdministration;
  createSigningSecret(): string;
}

const MAX_UID_CHARACTERS = 255;

/**
 * Creates a user who may set up a key where sign-up is closed.
 * @throws AppError VALIDATION_ERROR for an invalid uid, ALREADY_EXISTS.
 */
export async function addUser(deps: UserAdministrationDeps, identity: Identity): Promise<UserRecord> {
  const { uid } = identity;
  if (uid === '' || uid.length > MAX_UID_CHARACTERS) {
    throw validationError([{ field: 'uid', problem: `must have 1 to ${MAX_UID_CHARACTERS} characters` }]);
  }
  const user = await deps.users.add(identity, deps.createSigningSecret());
  if (user === null) throw new AppError('ALREADY_EXISTS', `There is a user ${uid} already`);
  return user;
}

/**
 * Deactivates a user, whose key is rejected from then on, or activates the user again.
 * @throws AppError NOT_FOUND.
 */
export async function setUserActive(
  { users }: Pick<UserAdministrationDeps, 'users'>,
  uid: string,
  active: boolean,
): Promise<UserRecord> {
  const user = await users.setActive(uid, active);
  if (user === null) throw new AppError('NOT_FOUND', `There is no user ${uid}`);
  return user;
}
