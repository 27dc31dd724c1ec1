import { gunzipSync, gzipSync } from 'node:zlib';
import type { StoredAnswer } from '@plat/contracts';

/** Headers recomputed on every replay. */
const VOLATILE_HEADERS: ReadonlySet<string> = new Set(['content-length', 'date']);

/** Serializes a response for storage. */
export const packAnswer = ({ status, headers }: Response, body: ArrayBuffer): StoredAnswer => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !VOLATILE_HEADERS.has(name))),
  body_gzip_base64: gzipSync(body).toString('base64'),
});

export const unpackBody = ({ body_gzip_base64 }: StoredAnswer): Buffer<ArrayBuffer> =>
  gunzipSync(Buffer.from(body_gzip_base64, 'base64'));
