import { readSignInWays } from '@plat/contracts/admin';
import { AppError, type Exchange, type HttpRoute, jsonResponse, sessionCookie } from '@plat/kit';
import type { IdentityProvider, PeopleDeps } from '../domain/ports.ts';
import { newToken, SESSION_LIFETIME_MS } from '../domain/sessions.ts';
import { PROVIDER_SIGN_IN_PATH, SIGN_IN_PATH } from '../domain/sign-in-url.ts';
import { attemptOf, type StartedSignIn, signInWithProvider } from '../domain/sign-in-with-provider.ts';
import { requireSafeTransport } from './safe-transport.ts';
import { signInProblemPage } from './sign-in-page.ts';

const CALLBACK_PATH = `${SIGN_IN_PATH}/callback`;
const CONSOLE_PATH = '/console';
const SECURE_COOKIE = '__Host-plat-sign-in';
/** Browsers refuse `__Host-` without `Secure`, which plain HTTP on loopback cannot have. */
const LOOPBACK_COOKIE = 'plat-sign-in';
/** Time that people have at the provider. */
const COOKIE_SECONDS = 600;
const MAX_TEXT_CHARACTERS = 1_000;
const ERROR_NAME = /^[\w-]{1,60}$/;

interface Kept extends StartedSignIn {
  /** Page of the console to go to afterwards. */
  to: string;
}

/** Where the browser goes next, and what it keeps. */
interface Step {
  location: string;
  cookies: string[];
}

export interface ProviderRoutesOptions {
  isHttps(request: Request): boolean;
  originOf(request: Request): string;
}

/** `GET /admin/v1/sign-in-ways`, and the way to the OpenID provider and back. */
export function providerRoutes(deps: PeopleDeps, { isHttps, originOf }: ProviderRoutesOptions): HttpRoute[] {
  const cookieName = (request: Request): string => (isHttps(request) ? SECURE_COOKIE : LOOPBACK_COOKIE);
  const cookie = (request: Request, value: string): string => {
    // Lax, because the browser comes back from another site.
    const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax', `Max-Age=${value === '' ? 0 : COOKIE_SECONDS}`];
    if (isHttps(request)) attributes.push('Secure');
    return [`${cookieName(request)}=${value}`, ...attributes].join('; ');
  };
  const page = (path: string, work: (exchange: Exchange, provider: IdentityProvider) => Promise<Step>) =>
    ({
      method: 'GET',
      path,
      operation: path === CALLBACK_PATH ? 'endProviderSignIn' : 'beginProviderSignIn',
      handle: async (exchange) => {
        try {
          if (deps.provider === null) throw new AppError('NOT_FOUND', 'People sign in to this Plat by one-time links');
          requireSafeTransport(exchange.request, isHttps);
          const { location, cookies } = await work(exchange, deps.provider);
          const headers = new Headers({ location });
          for (const one of cookies) headers.append('set-cookie', one);
          return new Response(null, { status: 303, headers });
        } catch (error) {
          if (error instanceof AppError) return signInProblemPage(error, exchange.setHeader);
          throw error;
        }
      },
    }) satisfies HttpRoute;

  return [
    {
      method: readSignInWays.method,
      path: readSignInWays.path,
      operation: readSignInWays.operation,
      handle: async () => {
        const { provider } = deps;
        return jsonResponse({
          provider: provider === null ? null : { name: provider.name, sign_in_path: PROVIDER_SIGN_IN_PATH },
        });
      },
    },
    page(PROVIDER_SIGN_IN_PATH, async ({ request }, provider) => {
      const { searchParams } = new URL(request.url);
      const [link, to] = [searchParams.get('token'), searchParams.get('to') ?? ''];
      const started: Kept = { token: newToken(deps), link, to };
      const url = await provider.signInPage(attemptOf(started, `${originOf(request)}${CALLBACK_PATH}`));
      return { location: url.href, cookies: [cookie(request, writeKept(started))] };
    }),
    page(CALLBACK_PATH, async ({ request }, provider) => {
      const { searchParams } = new URL(request.url);
      const kept = readKept(new Bun.CookieMap(request.headers.get('cookie') ?? '').get(cookieName(request)));
      if (kept === null) {
        throw new AppError('SIGN_IN_REQUIRED', 'This sign-in was not started in this browser, or took too long');
      }
      const refusal = searchParams.get('error');
      if (refusal !== null) {
        const why = ERROR_NAME.test(refusal) ? ` (${refusal})` : '';
        throw new AppError('SIGN_IN_REQUIRED', `${provider.name} did not sign you in${why}`);
      }
      const redirectUri = `${originOf(request)}${CALLBACK_PATH}`;
      const { token } = await signInWithProvider(deps, provider, kept, redirectUri, searchParams);
      const session = sessionCookie(token, isHttps(request), SESSION_LIFETIME_MS / 1_000);
      return { location: pageOfConsole(kept.to), cookies: [session, cookie(request, '')] };
    }),
  ];
}

function writeKept({ token, link, to }: Kept): string {
  const packed = (text: string): string => Buffer.from(text.slice(0, MAX_TEXT_CHARACTERS)).toString('base64url');
  return [token, packed(link ?? ''), packed(to)].join('.');
}

function readKept(value: string | null): Kept | null {
  const [token = '', link = '', to = ''] = value?.split('.') ?? [];
  const text = (part: string): string => Buffer.from(part, 'base64url').toString();
  return token === '' ? null : { token, link: link === '' ? null : text(link), to: text(to) };
}

/** A page of the console, whatever was asked for: nobody may send our people to another site. */
function pageOfConsole(asked: string): string {
  const base = 'http://console.invalid';
  if (!asked.startsWith(CONSOLE_PATH) || !URL.canParse(asked, base)) return CONSOLE_PATH;
  const { origin, pathname, search } = new URL(asked, base);
  const isOurs = origin === base && (pathname === CONSOLE_PATH || pathname.startsWith(`${CONSOLE_PATH}/`));
  return isOurs ? `${pathname}${search}` : CONSOLE_PATH;
}
