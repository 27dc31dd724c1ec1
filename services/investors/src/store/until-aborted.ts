export { untilAborted } from '@plat/db';
