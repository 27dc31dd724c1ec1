/** The proxy passes on no larger body (`client_max_body_size` of infra/compose/nginx.conf.template). */
const MAX_BYTES = 2 * 1024 * 1024;
/** A slower sender loses the response at worst, as without this. */
const WITHIN_MS = 2_000;

const closes = ({ headers }: Request | Response): boolean => headers.get('connection')?.toLowerCase() === 'close';

/**
 * Reads what is left of a request's body if its connection closes after the response. Closing with unread bytes
 * resets the connection, and a proxy that is still sending then reports 502 instead of the response.
 */
export async function discardUnreadBody(request: Request, response: Response): Promise<void> {
  if (request.bodyUsed || !(closes(request) || closes(response))) return;
  if (request.body === null || Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) return;
  const reader = request.body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), WITHIN_MS);
  try {
    for (let bytes = 0; bytes <= MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The sender is gone, and with it the reader of the response.
  } finally {
    clearTimeout(timer);
  }
}
