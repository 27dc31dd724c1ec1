import { changePerson, createSignInLink, endSessionsOf, listPeople } from '@plat/contracts/admin';
import { type AdminHandler, adminHandler } from '../../admin-route.ts';
import { pageLimit, readCursor, writeCursor } from '../../paging.ts';
import { changePerson as change, personDocument, requirePerson } from '../domain/change-person.ts';
import type { PeopleDeps } from '../domain/ports.ts';
import { actorOf, createSignInLink as createLink } from '../domain/sessions.ts';
import { signInUrl } from '../domain/sign-in-url.ts';

/**
 * Links and people; for owners.
 * @param originOf the origin that links name, such as `https://plat.example.com`.
 */
export const peopleHandlers = (deps: PeopleDeps, originOf: (request: Request) => string): AdminHandler[] => [
  adminHandler(createSignInLink, async ({ body, signedIn, exchange }) => {
    const { token, expiresAt } = await createLink(deps, actorOf(signedIn.person), {
      ...body,
      madeBy: signedIn.person.id,
    });
    return { sign_in_url: signInUrl(originOf(exchange.request), token), expires_at: expiresAt };
  }),

  adminHandler(listPeople, async ({ query }) => {
    const limit = pageLimit(query);
    const after = readCursor<{ name: string; id: string }>(query.cursor, { name: 'text', id: 'uuid' });
    const people = await deps.people.list(after, limit + 1);
    const shown = people.slice(0, limit);
    const last = people.length > limit ? shown.at(-1) : undefined;
    return {
      people: await Promise.all(shown.map((person) => personDocument(deps, person))),
      next_cursor: last === undefined ? null : writeCursor({ name: last.name, id: last.id }),
    };
  }),

  adminHandler(changePerson, async ({ body, query, signedIn }) =>
    personDocument(deps, await change(deps, signedIn.person, query.person_id, body)),
  ),

  adminHandler(endSessionsOf, async ({ query, signedIn }) => {
    const person = await requirePerson(deps, query.person_id);
    await deps.audit.append(actorOf(signedIn.person), {
      action: 'console.signed_out_everywhere',
      subject: `person:${person.id}`,
      companyId: person.companyId ?? undefined,
      before: null,
      after: null,
    });
    await deps.people.endSessionsOf(person.id);
    return null;
  }),
];
