import type { FieldProblem } from '../errors.ts';

/** Several times the longest postal address. Parsing time grows faster than length. */
const ADDRESS_MAX_CHARACTERS = 500;

/** Problems that make an address unreadable; empty for readable text, whether or not the place exists. */
export function addressTextProblems(address: string): FieldProblem[] {
  const problem = addressTextProblem(address);
  return problem === null ? [] : [{ field: 'address', problem }];
}

/** A rule of requests about one house: an address is there and can be read. */
export const addressGiven = ({ address }: { address: string }): FieldProblem[] =>
  address.trim() === '' ? [{ field: 'address', problem: 'must not be empty' }] : addressTextProblems(address.trim());

function addressTextProblem(address: string): string | null {
  if (address.length > ADDRESS_MAX_CHARACTERS) return `must have at most ${ADDRESS_MAX_CHARACTERS} characters`;
  return keepableTextProblem(address);
}

/** Problem that prevents storing a text; PostgreSQL accepts neither U+0000 nor half a surrogate pair. */
function keepableTextProblem(text: string): string | null {
  if (!text.isWellFormed()) return 'must be well-formed Unicode text';
  return text.includes('\0') ? 'must not contain the character U+0000' : null;
}
