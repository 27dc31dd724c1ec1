import { isPlatError, PlatApiError, PlatClient } from '@plat/client';
import { currentCsrfToken } from './session.ts';

/** A response with the headers that explain it. */
export interface Answer<Body> {
  body: Body;
  headers: Headers;
}

/** Sends the session cookie and the token against forged requests. */
export function sessionFetch(url: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = currentCsrfToken();
  // The API takes a session in place of a key only together with this token, also for a GET.
  if (token !== null) headers.set('x-csrf-token', token);
  return fetch(url, { ...init, headers, credentials: 'same-origin' });
}

/** Calls the API as the signed-in person, through the client that every program uses. */
export async function call<Body>(run: (plat: PlatClient) => Promise<Body>): Promise<Answer<Body>> {
  let headers = new Headers();
  const plat = new PlatClient({
    baseUrl: location.origin,
    allowPlainHttp: true,
    maxRetries: 1,
    fetch: async (url, init) => {
      const response = await sessionFetch(url, init);
      headers = response.headers;
      return response;
    },
  });
  return { body: await run(plat), headers };
}

/** A failure in words that say what to do. */
export interface Failure {
  title: string;
  advice: string;
  requestId: string | null;
}

const ADVICE: Readonly<Record<string, readonly [string, string]>> = {
  ADDRESS_NOT_FOUND: ['No such address', 'Choose one of the suggestions while you type; they are all on record.'],
  INSUFFICIENT_COMPARABLE_SALES: [
    'Too few comparable sales',
    'Nothing similar sold nearby. Widen the distance or the time, or try a neighbouring address.',
  ],
  NON_RESIDENTIAL_PROPERTY_TYPE: ['Not a home', 'Values and offers are for homes. Choose a residential address.'],
  INVALID_ADDRESS: ['Not a street address', 'Choose an address with a house number.'],
  LOW_ADDRESS_CONFIDENCE: ['The address is not certain', 'Choose one of the suggestions while you type.'],
  MONTHLY_LIMIT_EXCEEDED: [
    'The limit of this month is used up',
    'Ask your operator for more, or wait for the next month.',
  ],
  RATE_LIMIT_EXCEEDED: ['Too many requests at once', 'Wait a minute and try again.'],
  TIMEOUT: ['This took too long', 'Try a smaller radius or a shorter time.'],
};

/** What to tell people about an error. */
export function failureOf(error: unknown): Failure {
  if (error instanceof PlatApiError) {
    const [title, advice] = ADVICE[error.code ?? ''] ?? ['That did not work', error.message];
    return { title, advice, requestId: error.requestId ?? null };
  }
  if (isPlatError(error))
    return { title: 'Plat did not answer', advice: 'Check the connection and try again.', requestId: null };
  return {
    title: 'That did not work',
    advice: error instanceof Error ? error.message : String(error),
    requestId: null,
  };
}

/** Whether the session has ended. */
export const isSignedOut = (error: unknown): boolean => error instanceof PlatApiError && error.status === 401;
