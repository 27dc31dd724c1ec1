import ipaddr from 'ipaddr.js';
import { isAllowedAddress } from './allowed-ranges.ts';
import { isLocalhost, isLoopback } from './loopback.ts';
import { isPublicAddress } from './public-address.ts';

export const CALLBACK_URL_MAX_CHARACTERS = 2048;
export const WEBHOOK_SECRET_MAX_CHARACTERS = 512;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Above the well-known ports nothing of the old internal protocols listens; 443 is the default of https. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/** What this installation lets callers ask for, beyond what holds everywhere. */
export interface CheckSettings {
  /** Whether URLs of this machine may be called, over http too: for local development only. */
  allowLoopback: boolean;
  /** CIDR blocks of private networks that may be called; none unless given. */
  allowedRanges?: readonly string[];
}

export const STRICT_CHECKS: CheckSettings = { allowLoopback: false };

/**
 * What is wrong with a URL that callers want called, as the rest of a sentence; null when nothing is (decision 14).
 * Syntax only: what a host name resolves to is checked when the call is made.
 */
export function callbackUrlProblem(text: string, settings: CheckSettings = STRICT_CHECKS): string | null {
  const { allowLoopback, allowedRanges = [] } = settings;
  if (text.length > CALLBACK_URL_MAX_CHARACTERS) return `must have at most ${CALLBACK_URL_MAX_CHARACTERS} characters`;
  if (!PRINTABLE_ASCII.test(text) || text.includes(' ')) return 'must be a URL without spaces or special characters';
  if (!URL.canParse(text)) return 'must be a URL';
  const url = new URL(text);
  if (allowLoopback && isLoopbackUrl(url, text)) return null;
  if (url.protocol !== 'https:' || !/^https:\/\//i.test(text)) return 'must be an https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.port !== '' && Number(url.port) < FIRST_UNPRIVILEGED_PORT) {
    return `must use port 443 or one from ${FIRST_UNPRIVILEGED_PORT}`;
  }
  return mayBeCalled(url.hostname, allowedRanges) ? null : 'must name a public host';
}

/** `http` or `https` to this machine, any port: `localhost`, `127.0.0.1`, `[::1]`. */
const isLoopbackUrl = (url: URL, text: string): boolean =>
  /^https?:\/\//i.test(text) &&
  url.username === '' &&
  url.password === '' &&
  (isLocalhost(bareHost(url.hostname)) || isLoopback(bareHost(url.hostname)));

const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

/** The URL parser has already turned decimal, octal and hexadecimal hosts into dotted addresses. */
function mayBeCalled(hostname: string, allowedRanges: readonly string[]): boolean {
  const host = bareHost(hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host) || isAllowedAddress(host, allowedRanges);
  if (!host.includes('.') || /(^|\.)localhost$/i.test(host)) return false;
  // Names of private networks lead nowhere that may be called, unless a private network is open.
  return allowedRanges.length > 0 || !/\.(local|internal)$/i.test(host);
}

/** A secret travels as a header value, so it must be one: printable ASCII, no line breaks (decision 13). */
export function webhookSecretProblem(text: string): string | null {
  if (text.length > WEBHOOK_SECRET_MAX_CHARACTERS) {
    return `must have at most ${WEBHOOK_SECRET_MAX_CHARACTERS} characters`;
  }
  if (!PRINTABLE_ASCII.test(text)) return 'must be printable ASCII';
  return text === text.trim() ? null : 'must not begin or end with a space';
}
