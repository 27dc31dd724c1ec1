import { AppError } from '@plat/kit';

/** Says the same of a user that is nowhere and of one under another key. */
export const unknownUser = (userId: string): AppError =>
  new AppError('NOT_FOUND', `There is no end user with the user_id ${userId} under this key`);
