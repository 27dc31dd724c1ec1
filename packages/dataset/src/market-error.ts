/** A dataset failure that an operator can fix. Message and advice are whole sentences. */
export class MarketError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MarketError';
    this.advice = advice;
  }

  /** Message and advice, ready to print. */
  get plainText(): string {
    return `${this.message} ${this.advice}`;
  }
}
