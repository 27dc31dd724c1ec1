import type { Call } from './calls.fixture.ts';

/** One call that its caller aborts after a while. */
export const impatient = async ({ url, headers, body }: Call, afterMs: number): Promise<number> => {
  const signal = AbortSignal.timeout(Math.ceil(afterMs));
  const json = { ...headers, 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', headers: json, body, keepalive: false, signal });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
};
