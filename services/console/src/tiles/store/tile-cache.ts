import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** A made tile: gzipped bytes with their entity tag. */
export interface StoredTile {
  gzipped: Uint8Array<ArrayBuffer>;
  etag: string;
}

const DEFAULT_CACHE_BYTES = 64 * 1024 * 1024;
/** Memory of an entry besides its bytes: key, tag and links. */
const ENTRY_BYTES = 300;

/**
 * Tiles by name, least recently used ones dropped beyond a number of bytes. Requests for one tile share its making;
 * a failed one is not kept.
 */
export function createTileCache(maxBytes = DEFAULT_CACHE_BYTES) {
  const kept = new LRUCache<string, StoredTile>({
    maxSize: maxBytes,
    sizeCalculation: ({ gzipped }) => gzipped.byteLength + ENTRY_BYTES,
  });
  const underway = new Map<string, Promise<StoredTile>>();
  const made = async (name: string, make: () => Promise<Uint8Array>): Promise<StoredTile> => {
    try {
      const gzipped = Bun.gzipSync((await make()) as Uint8Array<ArrayBuffer>, { level: 4 });
      const tile = { gzipped, etag: `"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 22)}"` };
      kept.set(name, tile);
      return tile;
    } finally {
      underway.delete(name);
    }
  };
  return {
    get(name: string, make: () => Promise<Uint8Array>): Promise<StoredTile> {
      const known = kept.get(name);
      if (known !== undefined) return Promise.resolve(known);
      const begun = underway.get(name) ?? made(name, make);
      underway.set(name, begun);
      return begun;
    },
    /** Bytes in use. */
    bytes: () => kept.calculatedSize,
  };
}
