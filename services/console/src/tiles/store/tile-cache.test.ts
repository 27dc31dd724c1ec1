import { expect, test } from 'bun:test';
import { createTileCache } from './tile-cache.ts';

/** Bytes that gzip cannot shrink. */
const noise = (length: number) => crypto.getRandomValues(new Uint8Array(length));

test('makes a tile once for requests at the same time and after', async () => {
  const cache = createTileCache();
  let made = 0;
  const make = async () => {
    made++;
    await Bun.sleep(1);
    return new Uint8Array([1, 2, 3]);
  };
  const [a, b] = await Promise.all([cache.get('a', make), cache.get('a', make)]);
  expect(await cache.get('a', make)).toBe(a);
  expect(b).toBe(a);
  expect(made).toBe(1);
  expect([...Bun.gunzipSync(a.gzipped)]).toEqual([1, 2, 3]);
});

test('stays within its bytes', async () => {
  const cache = createTileCache(50_000);
  for (let at = 0; at < 100; at++) await cache.get(`tile ${at}`, async () => noise(2_000));
  expect(cache.bytes()).toBeLessThanOrEqual(50_000);
  expect(cache.bytes()).toBeGreaterThan(40_000);
});

test('serves a tile larger than the cache', async () => {
  const cache = createTileCache(1_000);
  const { gzipped } = await cache.get('large', async () => noise(5_000));
  expect(Bun.gunzipSync(gzipped)).toHaveLength(5_000);
});

test('makes a failed tile again', async () => {
  const cache = createTileCache();
  const failed = cache.get('a', () => Promise.reject(new Error('no database')));
  expect(failed).rejects.toThrow('no database');
  await failed.catch(() => {});
  expect((await cache.get('a', async () => new Uint8Array([7]))).etag).toMatch(/^"[\w-]{22}"$/);
});

test('gives equal tiles equal tags, and others others', async () => {
  const cache = createTileCache();
  const tag = async (name: string, byte: number) => (await cache.get(name, async () => new Uint8Array([byte]))).etag;
  expect(await tag('a', 1)).toBe(await tag('b', 1));
  expect(await tag('c', 2)).not.toBe(await tag('a', 1));
});
