import { AppError } from '@plat/kit';

/** Names what does not exist, as the one who asked for it wrote it. */
export const notFound = (what: string, name: string): AppError =>
  new AppError('NOT_FOUND', `There is no ${what} ${name}`);
