export { yearsBefore as lookbackStart } from '@plat/dataset';
