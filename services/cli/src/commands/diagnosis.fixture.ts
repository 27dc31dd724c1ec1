import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { plat, removeHomes } from '../backup/started-plat.fixture.ts';

export const SLOW_MS = 180_000;

export interface Diagnosis {
  exitCode: number;
  result: string;
  checks: { name: string; standing: string; seen: string; advice?: string }[];
  said: string;
}

export const standings = ({ checks }: Diagnosis) =>
  Object.fromEntries(checks.map(({ name, standing }) => [name, standing]));

export let folder: string;
export let home: string;
export let database: TestDatabase;

/** Gives a file of tests a database and a folder for its homes. */
export function useHomes(): void {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-doctor-'));
    home = join(folder, 'home');
    database = await testDatabase();
  }, SLOW_MS);
  afterAll(async () => {
    await database.close();
    removeHomes(folder);
  }, SLOW_MS);
}

/** Runs `plat doctor` on a home. */
export async function doctor(env: Record<string, string>, ofHome = home): Promise<Diagnosis> {
  const { exitCode, stdout, stderr } = await plat(['doctor', '--json', '--home', ofHome], env);
  return { exitCode, ...JSON.parse(stdout), said: stdout + stderr };
}
