import { AppError } from '@plat/kit';

/** Names the missing thing as the caller wrote it. */
export const notFound = (what: string, name: string): AppError =>
  new AppError('NOT_FOUND', `There is no ${what} ${name}`);
