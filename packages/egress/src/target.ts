import { type CheckSettings, callbackUrlProblem } from '@plat/contracts';

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

/**
 * The target of a URL that may be called as far as its text tells; null for any other.
 * @param settings with `allowLoopback`, URLs of this machine count too (`localhost`, `127.0.0.1`, `[::1]`), any port.
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
