import ipaddr from 'ipaddr.js';
import { isAllowedAddress } from './allowed-ranges.ts';
import { isLocalhost, isLoopback } from './loopback.ts';
import { isPublicAddress } from './public-address.ts';

export const CALLBACK_URL_MAX_CHARACTERS = 2048;
export const WEBHOOK_SECRET_MAX_CHARACTERS = 512;

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Ports from here on are free of old internal protocols; 443 is the default of https. */
const FIRST_UNPRIVILEGED_PORT = 1024;

/** Settings of this installation that relax the checks. */
export interface CheckSettings {
  /** Allows URLs of this machine, also over http; for local development only. */
  allowLoopback: boolean;
  /** CIDR blocks of private networks that may be called; none by default. */
  allowedRanges?: readonly string[];
}

export const STRICT_CHECKS: CheckSettings = { allowLoopback: false };

/**
 * Problem of a callback URL, as the rest of a sentence; null when valid. Checks syntax only: the addresses of a
 * host name are checked at the call.
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

/** The URL parser has already converted decimal, octal and hexadecimal hosts to dotted addresses. */
function mayBeCalled(hostname: string, allowedRanges: readonly string[]): boolean {
  const host = bareHost(hostname);
  if (ipaddr.isValid(host)) return isPublicAddress(host) || isAllowedAddress(host, allowedRanges);
  if (!host.includes('.') || /(^|\.)localhost$/i.test(host)) return false;
  // Names of private networks are useless unless a private network is allowed.
  return allowedRanges.length > 0 || !/\.(local|internal)$/i.test(host);
}

/** A secret is sent as a header value, so it must be printable ASCII without line breaks. */
export function webhookSecretProblem(text: string): string | null {
  if (text.length > WEBHOOK_SECRET_MAX_CHARACTERS) {
    return `must have at most ${WEBHOOK_SECRET_MAX_CHARACTERS} characters`;
  }
  if (!PRINTABLE_ASCII.test(text)) return 'must be printable ASCII';
  return text === text.trim() ? null : 'must not begin or end with a space';
}
