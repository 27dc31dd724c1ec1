/**
 * Generates load in a separate process when wrk is missing: each client sends one random request after another.
 * Arguments: a file with url, keys and bodies; clients; seconds. Prints one JSON line.
 */
import { percentile } from './benchmark.ts';

const [file = '', clients = '1', seconds = '1'] = process.argv.slice(2);
const { url, keys, bodies } = (await Bun.file(file).json()) as { url: string; keys: string[]; bodies: string[] };
const oneOf = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

const latenciesMs: number[] = [];
let failed = 0;
const startedMs = performance.now();
const endMs = startedMs + Number(seconds) * 1000;

async function ask(): Promise<void> {
  while (performance.now() < endMs) {
    const sentMs = performance.now();
    const headers = { 'content-type': 'application/json', 'x-api-key': oneOf(keys) };
    const response = await fetch(url, { method: 'POST', headers, body: oneOf(bodies) });
    await response.arrayBuffer();
    if (!response.ok) failed++;
    latenciesMs.push(performance.now() - sentMs);
  }
}

await Promise.all(Array.from({ length: Number(clients) }, ask));
const perSecond = (latenciesMs.length / (performance.now() - startedMs)) * 1000;
const load = { perSecond, p50Ms: percentile(latenciesMs, 0.5), p99Ms: percentile(latenciesMs, 0.99), failed };
process.stdout.write(`\n${JSON.stringify(load)}\n`);
