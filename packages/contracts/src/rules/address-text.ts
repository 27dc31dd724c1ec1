import type { FieldProblem } from '../errors.ts';

/** Several times the longest address that mail is sent to; reading a text takes time that grows faster than its length. */
export const ADDRESS_MAX_CHARACTERS = 500;

/** Why an address cannot be read at all; none for what can, whether or not there is such a place. */
export function addressTextProblems(address: string): FieldProblem[] {
  const problem = addressTextProblem(address);
  return problem === null ? [] : [{ field: 'address', problem }];
}

function addressTextProblem(address: string): string | null {
  if (address.length > ADDRESS_MAX_CHARACTERS) return `must have at most ${ADDRESS_MAX_CHARACTERS} characters`;
  return keepableTextProblem(address);
}

/** Why a text cannot be kept: PostgreSQL has no character 0, and half of a surrogate pair is no text. */
export function keepableTextProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'must be well-formed Unicode text';
  return text.includes('\0') ? 'must not contain the character U+0000' : null;
}
