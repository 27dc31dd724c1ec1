import pino, { type DestinationStream } from 'pino';

const STDERR_FD = 2;
const BUFFERED_CHARACTERS = 16_384;
const BUFFERED_MS = 20;
const MAX_WAITING = 64;
const GRAVE = /^\{"level":"(?:error|fatal)"/;

/** A destination that also accepts deferred lines. */
export interface BufferedDestination extends DestinationStream {
  /** Calls `say`, which writes one line, before the next line of any logger or with the next batch. */
  later(say: () => void): void;
}

let shared: BufferedDestination | undefined;

/**
 * Where the loggers of a process write: to stderr, a few lines at a time, because a system call costs more than a
 * line. A line waits at most 20 ms, for 16 KB or until the process exits. Errors are written at once. Order is
 * kept.
 */
export const bufferedStderr = (): BufferedDestination => {
  shared ??= buffer(pino.destination({ fd: STDERR_FD, sync: true }));
  return shared;
};

function buffer(destination: DestinationStream): BufferedDestination {
  let lines = '';
  let waiting: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sayWaiting = () => {
    const ready = waiting;
    waiting = [];
    for (const say of ready) say();
  };
  const flush = () => {
    sayWaiting();
    clearTimeout(timer);
    timer = undefined;
    const buffered = lines;
    lines = '';
    if (buffered !== '') destination.write(buffered);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      sayWaiting();
      lines += line;
      if (lines.length >= BUFFERED_CHARACTERS || GRAVE.test(line)) return flush();
      timer ??= setTimeout(flush, BUFFERED_MS);
    },
    later: (say) => {
      if (waiting.push(say) >= MAX_WAITING) sayWaiting();
      timer ??= setTimeout(flush, BUFFERED_MS);
    },
  };
}
