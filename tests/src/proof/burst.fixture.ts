/** Test helper process: sends all calls from stdin at once and prints every response. */

export interface Call {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface CallAnswer {
  /** 0 for a broken connection. */
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Sends one call on its own connection: on a shared one the client would retry a broken request. */
export async function send({ url, headers, body }: Call): Promise<CallAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      keepalive: false,
    });
    return { status: response.status, headers: response.headers.toJSON(), body: await response.text() };
  } catch {
    return { status: 0, headers: {}, body: '' };
  }
}

if (import.meta.main) {
  const calls = (await Bun.stdin.json()) as Call[];
  const answers = await Promise.all(calls.map(send));
  await Bun.write(Bun.stdout, JSON.stringify(answers));
}
