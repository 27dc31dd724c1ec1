import { join } from 'node:path';
import type { Call, CallAnswer } from './burst.fixture.ts';
import type { Caller, Platform } from './platform.fixture.ts';

export type { Call, CallAnswer } from './burst.fixture.ts';

/** Callers behind one load balancer, each with few enough requests for the burst guard. */
const ADDRESSES = 10;

/** Call `index` of a caller: a different location each time, so that each one counts. */
export const searchCall = (door: { url: string }, caller: Caller, index: number): Call => ({
  url: `${door.url}/v1/analytics-search`,
  headers: { ...caller.headers, 'x-forwarded-for': `192.0.2.${1 + (index % ADDRESSES)}` },
  body: JSON.stringify({ latitude: 33 + Math.floor(index / 1_000) / 100, longitude: -112 + (index % 1_000) / 1_000 }),
});

/** Sends all calls at once from a separate process, and waits for all responses. */
export async function sendAtOnce(calls: readonly Call[]): Promise<CallAnswer[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'burst.fixture.ts')], {
    // Raises that process's client limit, which would queue requests above 256.
    env: { PATH: process.env.PATH, BUN_CONFIG_MAX_HTTP_REQUESTS: String(calls.length + 1) },
    stdin: new TextEncoder().encode(JSON.stringify(calls)),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return JSON.parse(await new Response(child.stdout).text());
}

/** Usage of analytics searches from the free usage endpoint. */
export async function usageOf(door: { url: string }, caller: Caller): Promise<Record<string, unknown>> {
  const response = await fetch(`${door.url}/v1/usage`, { headers: caller.headers, keepalive: false });
  const { endpoints } = (await response.json()) as { endpoints: { endpoint: string }[] };
  return endpoints.find(({ endpoint }) => endpoint === 'analytics_search') ?? {};
}

/** `plat usage verify` succeeds and reports its totals. */
export const verifyUsage = async (platform: Platform) => {
  const { exitCode, answer } = await platform.plat('usage', 'verify');
  return { exitCode, ...answer };
};
