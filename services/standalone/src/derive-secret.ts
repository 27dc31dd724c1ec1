import { hkdfSync } from 'node:crypto';

/** A secret of its own for one purpose, the same whenever the secret is (HKDF-SHA256); 64 hexadecimal digits. */
export const deriveSecret = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `plat ${purpose}`, 32)).toString('hex');
