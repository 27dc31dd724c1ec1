import pino, { type DestinationStream, type Logger } from 'pino';
import { type BufferedDestination, bufferedStderr } from './buffered-stderr.ts';
import { scrubSecrets } from './scrub-secrets.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Destination and bound fields of loggers that support deferred lines. */
const bufferOf = new WeakMap<Logger, { destination: BufferedDestination; service: string }>();

/**
 * Creates a logger for structured JSON lines on stderr; stdout stays free for a command's output. Secrets and
 * contact data are removed from every line, at any depth and inside messages.
 */
export function createLogger(options: { name: string; level?: LogLevel; destination?: DestinationStream }): Logger {
  const { name, level = 'info' } = options;
  const shared = options.destination === undefined ? bufferedStderr() : undefined;
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
  if (shared !== undefined) bufferOf.set(log, { destination: shared, service: name });
  return log;
}

/**
 * Logs an info line whose formatting is deferred: in a batch it costs a fifth. The line keeps its position and its
 * time.
 * @param fieldsOf plain JSON values, no errors. The line is formatted directly, in half the time of pino.
 */
export function infoLater(log: Logger, fieldsOf: () => Record<string, unknown>, message: string): void {
  if (!log.isLevelEnabled('info')) return;
  const buffer = bufferOf.get(log);
  if (buffer === undefined) {
    log.info(fieldsOf(), message);
    return;
  }
  const { destination, service } = buffer;
  const atMs = Date.now();
  destination.later(() => {
    const time = new Date(atMs).toISOString();
    const line = JSON.stringify({ level: 'info', time, service, ...fieldsOf(), msg: message });
    destination.write(`${scrubSecrets(line)}\n`);
  });
}
