import pino, { type DestinationStream, type Logger } from 'pino';
import { gatheredStderr } from './gathered-stderr.ts';
import { scrubSecrets } from './scrub-secrets.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * Structured JSON lines on stderr, so that stdout stays free for a command's own answer. Every finished line is
 * scrubbed of secrets and contact data, at any depth and also inside messages.
 */
export function createLogger(options: { name: string; level?: LogLevel; destination?: DestinationStream }): Logger {
  const { name, level = 'info', destination = gatheredStderr() } = options;
  return pino(
    {
      level,
      base: { service: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: scrubSecrets },
    },
    destination,
  );
}
