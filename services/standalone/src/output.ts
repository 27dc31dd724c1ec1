import type { CommanderError } from 'commander';

/** Output of a command. With `--json`, stdout carries exactly one JSON document; everything else goes to stderr. */
export interface Output {
  json: boolean;
  /** Prints the command's result in the requested form. */
  answer(document: unknown, text: () => string): void;
  /** Prints progress. */
  note(line: string): void;
}

export function createOutput(json: boolean): Output {
  return {
    json,
    answer: (document, text) => process.stdout.write(json ? `${JSON.stringify(document)}\n` : `${text()}\n`),
    note: (line) => process.stderr.write(`${line}\n`),
  };
}

/** Prints why a command failed. @returns its exit status. */
export async function reportFailure(error: unknown, json: boolean): Promise<number> {
  const { describeFailure } = await import('./describe-failure.ts');
  const { text, exitCode } = describeFailure(error);
  if (process.env.PLAT_DEBUG === '1') process.stderr.write(`${(error as Error)?.stack ?? error}\n`);
  process.stderr.write(`${text}\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: text })}\n`);
  return exitCode;
}

/** Handles help and usage errors that commander already printed. @returns the exit status. */
export function reportMisuse(error: CommanderError, json: boolean): 0 | 2 {
  if (error.exitCode === 0) return 0;
  if (json) process.stdout.write(`${JSON.stringify({ error: error.message.replace(/^error: /, '') })}\n`);
  return 2;
}
