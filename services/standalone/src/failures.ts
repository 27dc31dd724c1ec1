/** A failure that a person can act on: what happened, and what to do. Both are whole sentences. */
export class PlainError extends Error {
  override readonly name = 'PlainError';

  constructor(
    message: string,
    readonly advice: string,
  ) {
    super(message);
  }
}

/** The command was called wrongly; exit status 2. */
export class MisuseError extends Error {
  override readonly name = 'MisuseError';
}
