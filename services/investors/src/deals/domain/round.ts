import { round } from '@plat/kit';

export const roundToHundredths = (value: number): number => round(value, 2);
export const roundToTenths = (value: number): number => round(value, 1);
