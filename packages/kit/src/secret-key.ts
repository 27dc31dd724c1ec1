import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Larger bytes are skipped, because they would favour some characters. */
const UNBIASED_BYTES = 256 - (256 % BASE62.length);
const SHAPE = new RegExp(`^(?<head>[a-z_]+_)[0-9A-Za-z]{${RANDOM_LENGTH}}(?<sum>[0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);
const SHOWN_RANDOM_CHARACTERS = 6;

/** A new key. `key` is the secret and is shown once. */
export interface SecretKey {
  key: string;
  /** Enough to recognise the key in a list, far too little to guess it. */
  prefix: string;
  /** Hex digest, the only form that is stored. */
  sha256: string;
}

/**
 * Generates a key `<head><32 base62 characters><6-character checksum>` with 190 bits of randomness.
 * @param head lower-case letters and underscores, ending with an underscore, such as `plat_sub_`.
 * @param randomBytes cryptographically secure source of that many bytes.
 */
export function generateSecretKey(head: string, randomBytes: (count: number) => Uint8Array): SecretKey {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < UNBIASED_BYTES && random.length < RANDOM_LENGTH) random += BASE62[byte % BASE62.length];
    }
  }
  const body = head + random;
  const key = body + checksum(body);
  return { key, prefix: head + random.slice(0, SHOWN_RANDOM_CHARACTERS), sha256: sha256Hex(key) };
}

/**
 * Recognises a key without asking a database. The checksum catches typing errors and truncated keys.
 * @returns its head and hex digest, or null when the text is not a key.
 */
export function parseSecretKey(text: string): { head: string; sha256: string } | null {
  const { head, sum } = SHAPE.exec(text)?.groups ?? {};
  if (head === undefined || checksum(text.slice(0, -CHECKSUM_LENGTH)) !== sum) return null;
  return { head, sha256: sha256Hex(text) };
}

/** CRC-32 in base62; 62^6 is more than 2^32, so six characters always hold it. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % BASE62.length] + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
