import { gunzipSync, gzipSync } from 'node:zlib';
import type { StoredAnswer } from '@plat/contracts';

/** Headers of the moment: they are found anew when the answer is given again. */
const OF_THE_MOMENT: ReadonlySet<string> = new Set(['content-length', 'date']);

/** An answer in the form in which it is kept. */
export const packAnswer = ({ status, headers }: Response, body: ArrayBuffer): StoredAnswer => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !OF_THE_MOMENT.has(name))),
  body_gzip_base64: gzipSync(body).toString('base64'),
});

export const unpackBody = ({ body_gzip_base64 }: StoredAnswer): Buffer<ArrayBuffer> =>
  gunzipSync(Buffer.from(body_gzip_base64, 'base64'));
