/** A failure that a person can fix: what happened and what to do, in whole sentences. */
export class PlainError extends Error {
  override readonly name = 'PlainError';

  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}

/** The command was called incorrectly; exit status 2. */
export class MisuseError extends Error {
  override readonly name = 'MisuseError';
}
