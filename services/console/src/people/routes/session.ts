import { checkInput } from '@plat/contracts';
import { beginSession, endSession, readSession } from '@plat/contracts/admin';
import {
  AppError,
  type HttpRoute,
  jsonResponse,
  parseJsonObject,
  readBoundedText,
  requireSameOrigin,
  sessionCookie,
  tokenSha256,
  validationError,
} from '@plat/kit';
import { type AdminHandler, adminHandler } from '../../admin-route.ts';
import type { PeopleDeps } from '../domain/ports.ts';
import { actorOf, redeemLink, SESSION_LIFETIME_MS, sessionDocument } from '../domain/sessions.ts';
import { requireSafeTransport } from './safe-transport.ts';
import { signInProblemPage } from './sign-in-page.ts';

const MAX_BODY_BYTES = 4_096;
const FORM = 'application/x-www-form-urlencoded';
/** Where a browser goes after it signed in. */
const CONSOLE_PATH = '/console';

/** `GET` and `DELETE /admin/v1/session` */
export const sessionHandlers = (deps: PeopleDeps, isHttps: (request: Request) => boolean): AdminHandler[] => [
  adminHandler(readSession, ({ signedIn }) => sessionDocument(deps, signedIn)),
  adminHandler(endSession, async ({ query, signedIn, exchange }) => {
    const { person, token } = signedIn;
    const everywhere = query.everywhere === 'true';
    await deps.audit.append(actorOf(person), {
      action: everywhere ? 'console.signed_out_everywhere' : 'console.signed_out',
      subject: `person:${person.id}`,
      companyId: person.companyId ?? undefined,
      before: null,
      after: null,
    });
    await (everywhere ? deps.people.endSessionsOf(person.id) : deps.people.endSession(tokenSha256(token)));
    exchange.setHeader('set-cookie', sessionCookie('', isHttps(exchange.request), 0));
    return null;
  }),
];

/** `POST /admin/v1/session`, which needs no session: JSON from a page's script, or the form of the link's page. */
export const beginSessionRoute = (deps: PeopleDeps, isHttps: (request: Request) => boolean): HttpRoute => ({
  method: beginSession.method,
  path: beginSession.path,
  operation: beginSession.operation,
  handle: async ({ request, setHeader }) => {
    const isForm = request.headers.get('content-type')?.startsWith(FORM) === true;
    try {
      requireSameOrigin(request);
      requireSafeTransport(request, isHttps);
      const text = await readBoundedText(request, MAX_BODY_BYTES);
      const body = isForm ? Object.fromEntries(new URLSearchParams(text)) : parseJsonObject(text).value;
      const checked = checkInput(beginSession, body, {});
      if (!checked.ok) throw validationError(checked.problems);
      const signedIn = await redeemLink(deps, (checked.body as { token: string }).token);
      setHeader('set-cookie', sessionCookie(signedIn.token, isHttps(request), SESSION_LIFETIME_MS / 1_000));
      if (isForm) return new Response(null, { status: 303, headers: { location: CONSOLE_PATH } });
      return jsonResponse(await sessionDocument(deps, signedIn));
    } catch (error) {
      if (isForm && error instanceof AppError) return signInProblemPage(error, setHeader);
      throw error;
    }
  },
});
