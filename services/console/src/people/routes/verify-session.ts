import { verifySession } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { PeopleDeps } from '../domain/ports.ts';
import { SESSION_IDLE_MS } from '../domain/sessions.ts';

/** Lets the gateway accept a session in place of a key. */
export const verifySessionOperation = (deps: PeopleDeps) =>
  operation(verifySession, async ({ body }) => {
    const open = await deps.people.findSession(body.token_sha256, deps.nowMs(), SESSION_IDLE_MS);
    if (open === null) return { session: null };
    const { id, role, companyId } = open.person;
    return { session: { person_id: id, role, company_id: companyId, realm: await deps.realm() } };
  });
