import pino, { type DestinationStream } from 'pino';

const STDERR_FD = 2;
const GATHERED_CHARACTERS = 16_384;
const GATHERED_MS = 20;
const GRAVE = /^\{"level":"(?:error|fatal)"/;

let shared: DestinationStream | undefined;

/**
 * Where the loggers of a process write: to stderr, a few lines at a time, for a system call costs more than the line.
 * A line waits at most 20 ms, behind 16 KB or for the end of the process; errors do not wait. Order is kept.
 */
export const gatheredStderr = (): DestinationStream => {
  shared ??= gathering(pino.destination({ fd: STDERR_FD, sync: true }));
  return shared;
};

function gathering(destination: DestinationStream): DestinationStream {
  let lines = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const gathered = lines;
    lines = '';
    if (gathered !== '') destination.write(gathered);
  };
  process.on('exit', flush);
  return {
    write: (line) => {
      lines += line;
      if (lines.length >= GATHERED_CHARACTERS || GRAVE.test(line)) return flush();
      timer ??= setTimeout(flush, GATHERED_MS);
    },
  };
}
