import { PlatWebhookError } from './errors.ts';
import type { BuyerSearchCompleted, BuyerSearchFailed } from './generated/schemas.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const VERSION_PREFIX = 'v1,';
const MAX_SIGNATURES = 10;

/** Events that a buyer search sends to its `webhook_url`. */
export type BuyerSearchWebhook = BuyerSearchCompleted | BuyerSearchFailed;

/** Headers of a web request, another collection with lookup by name, or those of node:http. */
export type WebhookRequestHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verifies that a webhook comes from Plat and is recent, as in Standard Webhooks 1.0, and parses it.
 * @param body exactly as received, before any parsing.
 * @param secret `whsec_...`, from the webhook settings of the key.
 * @param options `toleranceSeconds` between the clocks, default 300; `nowMs` since 1970, for tests.
 * @throws PlatWebhookError when verification fails: return 400 and do nothing.
 */
export async function verifyWebhook<Event = BuyerSearchWebhook>(
  headers: WebhookRequestHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string,
  options: { toleranceSeconds?: number; nowMs?: number } = {},
): Promise<Event> {
  const { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, nowMs = Date.now() } = options;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, MAX_SIGNATURES);
  if (!/^\d{1,12}$/.test(timestamp)) throw new PlatWebhookError('webhook-timestamp is not in seconds');
  if (!(Math.abs(nowMs / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new PlatWebhookError('webhook-timestamp is too far from now');
  }
  const sent = sentBytesOf(body);
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + sent.length);
  signed.set(head);
  signed.set(sent, head.length);
  const key = await keyOf(secret);
  for (const signature of signatures) {
    const bytes = signature.startsWith(VERSION_PREFIX) ? bytesOf(signature.slice(VERSION_PREFIX.length)) : null;
    if (bytes !== null && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return eventOf<Event>(sent);
  }
  throw new PlatWebhookError('no signature of the webhook is valid');
}

/** @throws TypeError unless the body is text or bytes: the signed bytes are lost otherwise. */
function sentBytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError('the body must be the text or bytes as received, before any parsing');
}

function headerOf(headers: WebhookRequestHeaders, name: string): string {
  const values =
    typeof headers.get === 'function'
      ? [headers.get(name)]
      : Object.entries(headers).flatMap(([given, value]) => (given.toLowerCase() === name ? value : []));
  const [value] = values;
  if (typeof value !== 'string' || value === '' || values.length > 1) {
    throw new PlatWebhookError(`${name} must occur once`);
  }
  return value;
}

/** @throws TypeError without quoting the secret: a mistake in the receiver's own configuration. */
function keyOf(secret: string): Promise<CryptoKey> {
  const isOurs = typeof secret === 'string' && secret.startsWith(SECRET_PREFIX);
  const bytes = isOurs ? bytesOf(secret.slice(SECRET_PREFIX.length)) : null;
  if (bytes === null || bytes.length === 0) throw new TypeError(`the secret must be ${SECRET_PREFIX} and base64`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function eventOf<Event>(body: Uint8Array): Event {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as Event;
  } catch (cause) {
    throw new PlatWebhookError('the body is not JSON', { cause });
  }
}
