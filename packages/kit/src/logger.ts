import pino, { type DestinationStream, type Logger } from 'pino';
import { type GatheringDestination, gatheredStderr } from './gathered-stderr.ts';
import { scrubSecrets } from './scrub-secrets.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Of loggers that write where lines can wait: where that is, and who speaks. */
const gatheringOf = new WeakMap<Logger, { destination: GatheringDestination; service: string }>();

/**
 * Structured JSON lines on stderr, so that stdout stays free for a command's own answer. Every finished line is
 * scrubbed of secrets and contact data, at any depth and also inside messages.
 */
export function createLogger(options: { name: string; level?: LogLevel; destination?: DestinationStream }): Logger {
  const { name, level = 'info' } = options;
  const shared = options.destination === undefined ? gatheredStderr() : undefined;
  const log = pino(
    {
      level,
      base: { service: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: scrubSecrets },
    },
    options.destination ?? shared,
  );
  if (shared !== undefined) gatheringOf.set(log, { destination: shared, service: name });
  return log;
}

/**
 * A line of level info whose making can wait for a few others: many in a row cost a fifth of what each costs after a
 * request. It has its place among the other lines, and the time of now.
 * @param fieldsOf plain JSON values, no errors: the line is made in one piece, in half the time that pino takes.
 */
export function infoLater(log: Logger, fieldsOf: () => Record<string, unknown>, message: string): void {
  if (!log.isLevelEnabled('info')) return;
  const gathering = gatheringOf.get(log);
  if (gathering === undefined) {
    log.info(fieldsOf(), message);
    return;
  }
  const { destination, service } = gathering;
  const atMs = Date.now();
  destination.later(() => {
    const time = new Date(atMs).toISOString();
    const line = JSON.stringify({ level: 'info', time, service, ...fieldsOf(), msg: message });
    destination.write(`${scrubSecrets(line)}\n`);
  });
}
