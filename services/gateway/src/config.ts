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

/** Services that callers can reach, besides `accounts`, which every request needs. */
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
  /** Whose endpoints are served. */
  services: readonly ServiceName[];
  /** Base URLs by service; not needed where a transport is given. */
  serviceUrls: Readonly<Partial<Record<ServiceName, string>>>;
  /** How many requests Bun sends at a time, to all services together. */
  maxOutgoingRequests: number;
  /** Shared by all replicas; undefined counts in the memory of this process. */
  redisUrl: string | undefined;
  requireHttps: boolean;
  /** Where the gateway ends TLS itself. */
  tls?: TlsFiles | null;
  plainHttpPort?: number;
  /** IP addresses and CIDR blocks whose `X-Forwarded-*` headers are believed. */
  trustedProxies: readonly string[];
  /** Where the automation endpoints answer under paths without `/automation` too. */
  automationHost?: string;
  /** What callers may ask for here; the strictest unless given. */
  checkSettings?: CheckSettings;
}

export const AUTOMATION_HOST = Type.String({
  pattern: '^[A-Za-z0-9.-]+(:\\d+)?$',
  description:
    'host name at which the automation endpoints answer without the prefix /automation; proxies must keep it',
  examples: ['automation.example.com'],
});

const SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...TLS_SETTINGS,
  ...serviceUrlSettings(['accounts', ...DATA_SERVICES]),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: REDIS_URL_PATTERN,
      description: 'needed with more than one replica, so that they share the minute limits',
      examples: ['redis://redis:6379'],
    }),
  ),
  BUN_CONFIG_MAX_HTTP_REQUESTS: Type.Integer({
    minimum: 8,
    maximum: 65_535,
    default: 256,
    description: 'how many requests this process sends at a time, to all services together',
  }),
  PLAT_EGRESS_ALLOW_LOOPBACK: EGRESS_SETTINGS.PLAT_EGRESS_ALLOW_LOOPBACK,
  PLAT_EGRESS_ALLOWED_RANGES: EGRESS_SETTINGS.PLAT_EGRESS_ALLOWED_RANGES,
  NODE_ENV: EGRESS_SETTINGS.NODE_ENV,
  PLAT_REQUIRE_HTTPS: Type.Boolean({ default: true, description: 'refuse plain HTTP; false for local use' }),
  ...PROXY_SETTINGS,
  PLAT_AUTOMATION_HOST: Type.Optional(AUTOMATION_HOST),
});

/** @throws ConfigError with every mistake in one message. */
export function readGatewayConfig(env: Environment): GatewayConfig {
  const settings = readConfig(SETTINGS, env);
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
    serviceUrls: Object.fromEntries(called.map((service) => [service, String(urls[serviceUrlVariable(service)])])),
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
