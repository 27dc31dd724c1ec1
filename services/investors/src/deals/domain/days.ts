export { addDays, daysBetween } from '@plat/kit';
