import { ConfigError } from '@plat/kit';
import { Type } from '@sinclair/typebox';

/** The provider of contacts that the dataset does not have; none without a URL. */
export const SKIPTRACE_SETTINGS = {
  PLAT_SKIPTRACE_URL: Type.Optional(
    Type.String({
      pattern: '^(https://[^\\s]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?(/[^\\s]*)?)$',
      description: 'https address that a skiptrace provider takes batches of owners at',
      examples: ['https://skiptrace.example.com/v1/batch'],
    }),
  ),
  PLAT_SKIPTRACE_KEY: Type.Optional(
    Type.String({ minLength: 1, pattern: '^[\\x21-\\x7e]+$', description: 'secret that the provider knows Plat by' }),
  ),
  PLAT_SKIPTRACE_BATCH: Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: 100,
    description: 'owners in one call to the provider',
  }),
  PLAT_SKIPTRACE_TIMEOUT_MS: Type.Integer({
    minimum: 100,
    maximum: 30_000,
    default: 5_000,
    description: 'milliseconds that one call of the provider may take',
  }),
};

export interface SkiptraceSettings {
  PLAT_SKIPTRACE_URL?: string | undefined;
  PLAT_SKIPTRACE_KEY?: string | undefined;
  PLAT_SKIPTRACE_BATCH: number;
  PLAT_SKIPTRACE_TIMEOUT_MS: number;
}

/** @returns null without a provider. @throws ConfigError when URL or key is missing beside the other */
export function skiptraceProviderOf(
  settings: SkiptraceSettings,
): { url: string; key: string; batchSize: number; timeoutMs: number } | null {
  const { PLAT_SKIPTRACE_URL: url, PLAT_SKIPTRACE_KEY: key } = settings;
  if (url === undefined && key === undefined) return null;
  if (url === undefined || key === undefined) {
    const [missing, given] =
      key === undefined ? ['PLAT_SKIPTRACE_KEY', 'PLAT_SKIPTRACE_URL'] : ['PLAT_SKIPTRACE_URL', 'PLAT_SKIPTRACE_KEY'];
    throw new ConfigError(`The configuration has mistakes:\n  ${missing}: is required together with ${given}`);
  }
  return { url, key, batchSize: settings.PLAT_SKIPTRACE_BATCH, timeoutMs: settings.PLAT_SKIPTRACE_TIMEOUT_MS };
}
