import { KEY_KINDS, type KeyKind } from '@plat/contracts';
import { generateSecretKey, parseSecretKey, type SecretKey } from '@plat/kit';

export const API_KEY_KINDS = KEY_KINDS;
export type ApiKeyKind = KeyKind;

const KIND_CODES: Readonly<Record<ApiKeyKind, string>> = { subscriber: 'sub', enterprise: 'ent', legacy_search: 'leg' };
const TEST_MARK = 'test_';
const HEAD = new RegExp(`^plat_(?<code>sub|ent|leg)_(?<mark>${TEST_MARK})?$`);

/**
 * Generates a key `plat_<sub|ent|leg>_[test_]<32 base62 characters><6-character checksum>` with 190 bits of
 * randomness.
 * @param randomBytes cryptographically secure random source.
 */
export const generateApiKey = (
  { kind, isTest = false }: { kind: ApiKeyKind; isTest?: boolean },
  randomBytes: (count: number) => Uint8Array,
): SecretKey => generateSecretKey(`plat_${KIND_CODES[kind]}_${isTest ? TEST_MARK : ''}`, randomBytes);

/**
 * Recognizes a key without a database query. The checksum detects typing errors and truncated keys.
 * @returns null if the text is not a Plat key.
 */
export function parseApiKey(text: string): { kind: ApiKeyKind; isTest: boolean; sha256: string } | null {
  const key = parseSecretKey(text);
  const parts = key === null ? undefined : HEAD.exec(key.head)?.groups;
  if (key === null || parts === undefined) return null;
  const kind = API_KEY_KINDS.find((candidate) => KIND_CODES[candidate] === parts.code);
  return kind === undefined ? null : { kind, isTest: parts.mark !== undefined, sha256: key.sha256 };
}
