import { CALLBACK_URL_MAX_CHARACTERS, callbackUrlProblem } from '@plat/contracts';
import { isLoopback } from './address-rule.ts';

/** Where a call goes, read from its URL. */
export interface Target {
  secure: boolean;
  /** Without brackets and without the dot of an absolute name. */
  hostname: string;
  port: number;
  /** Path and query. */
  path: string;
  /** The `Host` header. */
  host: string;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;
const PRINTABLE_ASCII = /^[\x21-\x7e]*$/;

/**
 * The target of a URL that may be called as far as its text tells; null for any other.
 * @param allowLoopback takes `http` and `https` URLs of this machine too (`localhost`, `127.0.0.1`, `[::1]`), any port.
 */
export function readTarget(text: string, allowLoopback: boolean): Target | null {
  if (callbackUrlProblem(text) === null || (allowLoopback && isLoopbackUrl(text))) return targetOf(new URL(text));
  return null;
}

function isLoopbackUrl(text: string): boolean {
  if (text.length > CALLBACK_URL_MAX_CHARACTERS || !PRINTABLE_ASCII.test(text) || !/^https?:\/\//i.test(text))
    return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const hostname = bareHostname(url);
  return url.username === '' && url.password === '' && (isLocalhost(hostname) || isLoopback(hostname));
}

/** RFC 6761: such names mean this machine, and are not asked of any name server. */
export const isLocalhost = (hostname: string): boolean => /(^|\.)localhost$/i.test(hostname);

const bareHostname = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

function targetOf(url: URL): Target {
  const secure = url.protocol === 'https:';
  const hostname = bareHostname(url);
  const shown = hostname.includes(':') ? `[${hostname}]` : hostname;
  return {
    secure,
    hostname,
    port: url.port === '' ? (secure ? HTTPS_PORT : HTTP_PORT) : Number(url.port),
    path: url.pathname + url.search,
    host: url.port === '' ? shown : `${shown}:${url.port}`,
  };
}
