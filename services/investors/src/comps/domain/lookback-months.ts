export { monthsBefore as lookbackMonthsStart } from '@plat/dataset';
