import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_KINDS, type KeyKind } from '@plat/contracts';

export const API_KEY_KINDS = KEY_KINDS;
export type ApiKeyKind = KeyKind;

const KIND_CODES: Readonly<Record<ApiKeyKind, string>> = { subscriber: 'sub', enterprise: 'ent', legacy_search: 'leg' };
const TEST_MARK = 'test_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
/** Bytes from here on would make some characters likelier than others. */
const UNBIASED_BYTES = 256 - (256 % BASE62.length);
const SHAPE = new RegExp(
  `^plat_(?<code>sub|ent|leg)_(?<mark>${TEST_MARK})?[0-9A-Za-z]{${RANDOM_LENGTH}}(?<sum>[0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
const SHOWN_RANDOM_CHARACTERS = 6;

/** A new key; `key` is the secret and is shown once. */
export interface GeneratedApiKey {
  key: string;
  /** Enough to recognise the key in a list, far too little to guess it. */
  prefix: string;
  /** Hex digest, the only form that is stored. */
  sha256: string;
}

/**
 * Makes a key `plat_<sub|ent|leg>_[test_]<32 base62 characters><6-character checksum>`, 190 bits of randomness.
 * @param randomBytes cryptographically secure source of that many bytes.
 */
export function generateApiKey(
  { kind, isTest = false }: { kind: ApiKeyKind; isTest?: boolean },
  randomBytes: (count: number) => Uint8Array,
): GeneratedApiKey {
  let random = '';
  while (random.length < RANDOM_LENGTH) {
    for (const byte of randomBytes(RANDOM_LENGTH)) {
      if (byte < UNBIASED_BYTES && random.length < RANDOM_LENGTH) random += BASE62[byte % BASE62.length];
    }
  }
  const body = `plat_${KIND_CODES[kind]}_${isTest ? TEST_MARK : ''}${random}`;
  const key = body + checksum(body);
  return {
    key,
    prefix: body.slice(0, body.length - RANDOM_LENGTH + SHOWN_RANDOM_CHARACTERS),
    sha256: sha256Hex(key),
  };
}

/**
 * Tells a key from any other text without asking a database; the checksum finds typing errors and cut-off keys.
 * @returns null when the text is no key of ours.
 */
export function parseApiKey(text: string): { kind: ApiKeyKind; isTest: boolean; sha256: string } | null {
  const parts = SHAPE.exec(text)?.groups;
  if (parts === undefined || checksum(text.slice(0, -CHECKSUM_LENGTH)) !== parts.sum) return null;
  const kind = API_KEY_KINDS.find((candidate) => KIND_CODES[candidate] === parts.code);
  return kind === undefined ? null : { kind, isTest: parts.mark !== undefined, sha256: sha256Hex(text) };
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
