const TIMEOUT_MS = 5_000;
/** Limit per document; real providers send a few kilobytes. */
const MAX_DOCUMENT_BYTES = 256 * 1024;

export type Fetch = (...given: Parameters<typeof globalThis.fetch>) => Promise<Response>;

/**
 * A whole response within 5 seconds and 256 KB. Redirects are not followed: they would leave the named provider.
 * @throws Error beyond either limit, or for a redirect.
 */
export async function readBounded([address, init]: Parameters<Fetch>, fetch: Fetch): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(address, { ...init, redirect: 'error', signal });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) throw new Error(`${address} sent more than ${MAX_DOCUMENT_BYTES / 1024} KB`);
    chunks.push(chunk);
  }
  const { status, statusText } = response;
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, statusText });
}
