import pino, { type DestinationStream } from 'pino';

const STDERR_FD = 2;
const GATHERED_CHARACTERS = 16_384;
const GATHERED_MS = 20;
const MOST_WAITING = 64;
const GRAVE = /^\{"level":"(?:error|fatal)"/;

/** Where lines can also be written later. */
export interface GatheringDestination extends DestinationStream {
  /** Calls `say`, which writes one line, before the next line of anybody or with the next few. */
  later(say: () => void): void;
}

let shared: GatheringDestination | undefined;

/**
 * Where the loggers of a process write: to stderr, a few lines at a time, for a system call costs more than the line.
 * A line waits at most 20 ms, behind 16 KB or for the end of the process; errors do not wait. Order is kept.
 */
export const gatheredStderr = (): GatheringDestination => {
  shared ??= gathering(pino.destination({ fd: STDERR_FD, sync: true }));
  return shared;
};

function gathering(destination: DestinationStream): GatheringDestination {
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
    const gathered = lines;
    lines = '';
    if (gathered !== '') destination.write(gathered);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      sayWaiting();
      lines += line;
      if (lines.length >= GATHERED_CHARACTERS || GRAVE.test(line)) return flush();
      timer ??= setTimeout(flush, GATHERED_MS);
    },
    later: (say) => {
      if (waiting.push(say) >= MOST_WAITING) sayWaiting();
      timer ??= setTimeout(flush, GATHERED_MS);
    },
  };
}
