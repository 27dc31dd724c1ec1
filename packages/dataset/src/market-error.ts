/** A failure of the dataset that an operator can act on: what happened, and what to do. Both are whole sentences. */
export class MarketError extends Error {
  readonly advice: string;

  constructor(message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MarketError';
    this.advice = advice;
  }

  /** Both sentences, ready to print. */
  get plainText(): string {
    return `${this.message} ${this.advice}`;
  }
}
