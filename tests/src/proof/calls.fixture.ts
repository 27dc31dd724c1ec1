import { join } from 'node:path';
import type { Call, CallAnswer } from './burst.fixture.ts';
import type { Caller, Platform } from './platform.fixture.ts';

export type { Call, CallAnswer } from './burst.fixture.ts';

/** Callers that share a load balancer; few enough requests of each that no burst guard minds. */
const ADDRESSES = 10;

/** The call number `index` of a caller: another location every time, so that each one counts. */
export const searchCall = (door: { url: string }, caller: Caller, index: number): Call => ({
  url: `${door.url}/v1/analytics-search`,
  headers: { ...caller.headers, 'x-forwarded-for': `192.0.2.${1 + (index % ADDRESSES)}` },
  body: JSON.stringify({ latitude: 33 + Math.floor(index / 1_000) / 100, longitude: -112 + (index % 1_000) / 1_000 }),
});

/** Sends all calls at the same moment, from a process of its own, and waits for all answers. */
export async function sendAtOnce(calls: readonly Call[]): Promise<CallAnswer[]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'burst.fixture.ts')], {
    // Of the client in that process: its default would hold back what is sent beyond 256 requests.
    env: { PATH: process.env.PATH, BUN_CONFIG_MAX_HTTP_REQUESTS: String(calls.length + 1) },
    stdin: new TextEncoder().encode(JSON.stringify(calls)),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return JSON.parse(await new Response(child.stdout).text());
}

/** What the free usage endpoint says of analytics searches. */
export async function usageOf(door: { url: string }, caller: Caller): Promise<Record<string, unknown>> {
  const response = await fetch(`${door.url}/v1/usage`, { headers: caller.headers, keepalive: false });
  const { endpoints } = (await response.json()) as { endpoints: { endpoint: string }[] };
  return endpoints.find(({ endpoint }) => endpoint === 'analytics_search') ?? {};
}

/** `plat usage verify` agrees, and says of how much. */
export const verifyUsage = async (platform: Platform) => {
  const { exitCode, answer } = await platform.plat('usage', 'verify');
  return { exitCode, ...answer };
};
