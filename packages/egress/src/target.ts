import { type CheckSettings, callbackUrlProblem } from '@plat/contracts';

/** Destination of a call, read from its URL. */
export interface Target {
  secure: boolean;
  /** Without brackets, and without the dot of an absolute name. */
  hostname: string;
  port: number;
  /** Path and query. */
  path: string;
  /** The `Host` header. */
  host: string;
}

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/**
 * Target of a URL whose text allows a call; otherwise null. Addresses are checked later.
 * @param settings `allowLoopback` also accepts URLs of this machine (`localhost`, `127.0.0.1`, `[::1]`) on any
 * port.
 */
export const readTarget = (text: string, settings: CheckSettings): Target | null =>
  callbackUrlProblem(text, settings) === null ? targetOf(new URL(text)) : null;

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
