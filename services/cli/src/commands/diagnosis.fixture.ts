export const SLOW_MS = 180_000;

export interface Diagnosis {
  exitCode: number;
  result: string;
  checks: { name: string; standing: string; seen: string; advice?: string }[];
  said: string;
}

export const standings = ({ checks }: Diagnosis) =>
  Object.fromEntries(checks.map(({ name, standing }) => [name, standing]));
