import { AppError } from '@plat/kit';

/** The same error for an unknown user and for a user of another key. */
export const unknownUser = (userId: string): AppError =>
  new AppError('NOT_FOUND', `There is no end user with the user_id ${userId} under this key`);
