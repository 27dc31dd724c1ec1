import type { AdminBodyOf, changePerson as endpoint, PersonDocument } from '@plat/contracts/admin';
import { AppError, validationError } from '@plat/kit';
import type { PeopleDeps, Person } from './ports.ts';
import { actorOf, companyFor, companyName } from './sessions.ts';

export const personDocument = async (deps: PeopleDeps, person: Person): Promise<PersonDocument> => ({
  id: person.id,
  name: person.name,
  signs_in_with: person.signsInWith,
  role: person.role,
  company: await companyName(deps, person),
  active: person.active,
  created_at: person.createdAt,
  last_signed_in_at: person.lastSignedInAt,
});

/** @throws AppError NOT_FOUND for an unknown person. */
export async function requirePerson({ people }: PeopleDeps, id: string): Promise<Person> {
  const person = await people.find(id);
  if (person !== null) return person;
  throw new AppError('NOT_FOUND', `There is no person ${id}`);
}

/**
 * Changes a person and ends their sessions.
 * @throws AppError NOT_FOUND; VALIDATION_ERROR for a change of oneself, or a role without its company.
 */
export async function changePerson(
  deps: PeopleDeps,
  by: Person,
  id: string,
  change: AdminBodyOf<typeof endpoint>,
): Promise<Person> {
  const before = await requirePerson(deps, id);
  if (before.id === by.id) throw validationError([{ field: 'person_id', problem: 'must name somebody else' }]);
  const role = change.role ?? before.role;
  const company = change.company ?? (role === 'member' ? (before.companyId ?? undefined) : undefined);
  const wanted = { role, companyId: await companyFor(deps, role, company), active: change.active ?? before.active };
  await deps.audit.append(actorOf(by), {
    action: 'person.changed',
    subject: `person:${id}`,
    companyId: wanted.companyId ?? before.companyId ?? undefined,
    before: await personDocument(deps, before),
    after: await personDocument(deps, { ...before, ...wanted }),
  });
  const changed = await deps.people.change(id, wanted);
  if (changed === null) throw new AppError('NOT_FOUND', `There is no person ${id}`);
  return changed;
}
