/** A database failure that a person can fix, with a message and advice. */
export class DatabaseError extends Error {
  /** The next step for the reader, as a whole sentence. */
  readonly advice: string;

  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.advice = advice;
  }

  /** Message and advice, ready to print. */
  get plainText(): string {
    return `${this.message} ${this.advice}`;
  }
}

export const diskFull = (place: string, cause?: unknown): DatabaseError =>
  new DatabaseError(`The disk that holds ${place} is full.`, 'Free some space there and try again.', cause);

export const notWritable = (place: string, cause?: unknown): DatabaseError =>
  new DatabaseError(
    `The folder ${place} is not writable.`,
    'Choose another folder, or make it writable for the user that runs Plat.',
    cause,
  );

export const damagedData = (dataDirectory: string, logFile: string, cause?: unknown): DatabaseError =>
  new DatabaseError(
    `The database in ${dataDirectory} is damaged and does not start (details in ${logFile}).`,
    'Restore it from a backup, or move the folder elsewhere and start Plat again with an empty database.',
    cause,
  );

export const hungServer = (logFile: string): DatabaseError =>
  new DatabaseError(
    `The embedded database is running but does not answer (log: ${logFile}).`,
    'It hangs or is overloaded: check the machine. Any other plat command restarts it after a minute.',
  );

/** Turns file system error codes into sentences; other errors pass unchanged. */
export function fromFileSystem(error: unknown, place: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(place, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(place, error);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new DatabaseError(`${place} is not a folder.`, 'Choose another folder for the data.', error);
  }
  return error;
}
