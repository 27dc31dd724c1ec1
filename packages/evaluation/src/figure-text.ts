import { type Figure, meetsGoal, type Unit } from './measure.ts';

const whole = new Intl.NumberFormat('en-US');

/** A value in its unit, as in the page: 0.564 as a share is 56.4. */
function numberText(value: number, unit: Unit): string {
  if (unit === 'count') return whole.format(value);
  if (unit === 'share') return (100 * value).toFixed(1);
  return value.toFixed(unit === 'percent' ? 2 : 3);
}

/** Goals are written without trailing zeros: `at least 60 %`. */
const goalNumber = (value: number, unit: Unit): string =>
  unit === 'count' ? whole.format(value) : String(Number(numberText(value, unit)));

const withSign = (text: string, unit: Unit): string => (unit === 'share' || unit === 'percent' ? `${text} %` : text);

/** The value of a figure with its sign, such as `56.4 %`. */
export const valueText = ({ value, unit }: Figure): string => withSign(numberText(value, unit), unit);

/** The interval of a figure, such as `53.6 to 59.2 %`; a dash without one. */
export function intervalText({ interval, unit }: Figure): string {
  if (interval === null) return '-';
  return withSign(`${numberText(interval.low, unit)} to ${numberText(interval.high, unit)}`, unit);
}

/** The goal of a figure and whether it is met, such as `at least 62.0 %, missed`; empty without a goal. */
export function goalText(figure: Figure): string {
  const { goal, unit } = figure;
  if (goal === undefined) return '';
  const { atLeast, atMost, intervalAbove } = goal;
  const bound = (value: number) => withSign(goalNumber(value, unit), unit);
  const result = meetsGoal(figure) ? 'met' : 'missed';
  if (intervalAbove !== undefined) return `interval above ${goalNumber(intervalAbove, unit)}, ${result}`;
  if (atLeast !== undefined && atMost !== undefined)
    return `${goalNumber(atLeast, unit)} to ${bound(atMost)}, ${result}`;
  if (atMost === 0) return `none, ${result}`;
  return `${atLeast === undefined ? `at most ${bound(atMost as number)}` : `at least ${bound(atLeast)}`}, ${result}`;
}

/** Number of records behind a figure. */
export const sizeText = ({ n }: Figure): string => whole.format(n);
