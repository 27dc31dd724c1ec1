/** A failure of the database that a person can do something about: what happened, and what to do. */
export class DatabaseError extends Error {
  /** The next step for the reader, as a whole sentence. */
  readonly advice: string;

  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseError';
    this.advice = advice;
  }

  /** Both sentences, ready to print. */
  get plainText(): string {
    return `${this.message} ${this.advice}`;
  }
}

export const diskFull = (place: string, cause?: unknown): DatabaseError =>
  new DatabaseError(`The disk that holds ${place} is full.`, 'Free some space there and try again.', cause);

export const notWritable = (place: string, cause?: unknown): DatabaseError =>
  new DatabaseError(
    `The folder ${place} cannot be written.`,
    'Choose another folder, or make it writable for the user that runs Plat.',
    cause,
  );

export const damagedData = (dataDirectory: string, logFile: string, cause?: unknown): DatabaseError =>
  new DatabaseError(
    `The database in ${dataDirectory} is damaged and does not start (details in ${logFile}).`,
    'Restore it from a backup, or move the folder away and start Plat again to begin with an empty one.',
    cause,
  );

export const hungServer = (logFile: string): DatabaseError =>
  new DatabaseError(
    `The embedded database runs and does not answer (its log is ${logFile}).`,
    'It hangs, or has too much to do: look at the machine. Any other command of plat starts it again after a minute.',
  );

/** Turns the file system's own codes into sentences; anything else passes through unchanged. */
export function fromFileSystem(error: unknown, place: string): unknown {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(place, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return notWritable(place, error);
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new DatabaseError(`${place} is not a folder.`, 'Choose another folder for the data.', error);
  }
  return error;
}
