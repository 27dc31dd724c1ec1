import type { CheckSettings, ServiceName } from '@plat/contracts';
import { EGRESS_SETTINGS, egressPolicy } from '@plat/egress';
import {
  type Environment,
  type InternalSecrets,
  internalSecrets,
  type LogLevel,
  PROXY_SETTINGS,
  readConfig,
  readTlsFiles,
  SERVICE_SETTINGS,
  serviceUrlSettings,
  serviceUrlVariable,
  TLS_SETTINGS,
  type TlsFiles,
} from '@plat/kit';
import { REDIS_URL_PATTERN } from '@plat/limits';
import { Type } from '@sinclair/typebox';

/** Public services besides `accounts`, which every request needs. */
export const DATA_SERVICES = [
  'geo',
  'investors',
  'valuation',
  'analytics',
  'automation',
] as const satisfies readonly ServiceName[];

export interface GatewayConfig {
  port: number;
  host: string;
  logLevel: LogLevel;
  internalSecrets: string | InternalSecrets;
  graceMs: number;
  drainMs?: number;
  /** The services whose endpoints are served. */
  services: readonly ServiceName[];
  /** Base URLs by service; not needed with a transport. */
  serviceUrls: Readonly<Partial<Record<ServiceName, string>>>;
  /** Maximum concurrent outgoing requests to all services together. */
  maxOutgoingRequests: number;
  /** Redis that all replicas share; undefined counts in memory, per process. */
  redisUrl: string | undefined;
  requireHttps: boolean;
  /** Certificate files when the gateway terminates TLS itself. */
  tls?: TlsFiles | null;
  plainHttpPort?: number;
  /** IP addresses and CIDR blocks of proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies: readonly string[];
  /** Host that also serves the automation endpoints without the `/automation` prefix. */
  automationHost?: string;
  /** Input checks of this installation; the strictest by default. */
  checkSettings?: CheckSettings;
}

export const AUTOMATION_HOST = Type.String({
  pattern: '^[A-Za-z0-9.-]+(:\\d+)?$',
  description:
    'host name that serves the automation endpoints without the prefix /automation; proxies must preserve it',
  examples: ['automation.example.com'],
});

export const GATEWAY_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...TLS_SETTINGS,
  ...serviceUrlSettings(['accounts', ...DATA_SERVICES]),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: REDIS_URL_PATTERN,
      description: 'required with more than one replica, so that replicas share the minute limits',
      examples: ['redis://redis:6379'],
    }),
  ),
  BUN_CONFIG_MAX_HTTP_REQUESTS: Type.Integer({
    minimum: 8,
    maximum: 65_535,
    default: 256,
    description: 'maximum concurrent outgoing requests of this process, to all services together',
  }),
  PLAT_EGRESS_ALLOW_LOOPBACK: EGRESS_SETTINGS.PLAT_EGRESS_ALLOW_LOOPBACK,
  PLAT_EGRESS_ALLOWED_RANGES: EGRESS_SETTINGS.PLAT_EGRESS_ALLOWED_RANGES,
  NODE_ENV: EGRESS_SETTINGS.NODE_ENV,
  PLAT_REQUIRE_HTTPS: Type.Boolean({ default: true, description: 'reject plain HTTP; set to false for local use' }),
  ...PROXY_SETTINGS,
  PLAT_AUTOMATION_HOST: Type.Optional(AUTOMATION_HOST),
  PLAT_CONSOLE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/]+',
      description: 'base URL of the console, whose sessions are then accepted in place of a key',
      examples: ['http://console:8080'],
    }),
  ),
});

/** @throws ConfigError listing every mistake. */
export function readGatewayConfig(env: Environment): GatewayConfig {
  const settings = readConfig(GATEWAY_SETTINGS, env);
  const tls = readTlsFiles(settings);
  const { allowLoopback, allowedRanges } = egressPolicy({ ...settings, PLAT_EGRESS_DENIED_RANGES: [] });
  const urls = settings as Readonly<Record<string, unknown>>;
  const called: readonly ServiceName[] = ['accounts', ...DATA_SERVICES];
  return {
    port: settings.PLAT_PORT,
    host: settings.PLAT_HOST,
    logLevel: settings.PLAT_LOG_LEVEL,
    internalSecrets: internalSecrets(settings),
    graceMs: settings.PLAT_GRACE_MS,
    drainMs: settings.PLAT_DRAIN_MS,
    services: DATA_SERVICES,
    serviceUrls: {
      ...Object.fromEntries(called.map((service) => [service, String(urls[serviceUrlVariable(service)])])),
      ...(settings.PLAT_CONSOLE_URL === undefined ? {} : { console: settings.PLAT_CONSOLE_URL }),
    },
    maxOutgoingRequests: settings.BUN_CONFIG_MAX_HTTP_REQUESTS,
    redisUrl: settings.REDIS_URL,
    requireHttps: settings.PLAT_REQUIRE_HTTPS || tls !== null,
    tls,
    plainHttpPort: settings.PLAT_PLAIN_HTTP_PORT,
    trustedProxies: settings.PLAT_TRUSTED_PROXIES,
    automationHost: settings.PLAT_AUTOMATION_HOST,
    checkSettings: { allowLoopback, allowedRanges },
  };
}
