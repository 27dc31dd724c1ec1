import type { FieldProblem } from '@plat/contracts';

const MAX_EMAIL_CHARACTERS = 254;

/** Checks the form of a mail address only. */
export const emailProblems = (email: string | null | undefined): FieldProblem[] =>
  email === null || email === undefined || (/^[^\s@]+@[^\s@]+$/.test(email) && email.length <= MAX_EMAIL_CHARACTERS)
    ? []
    : [{ field: 'email', problem: 'must be a mail address' }];
