import { hkdfSync } from 'node:crypto';

/** Derives a stable secret for one purpose (HKDF-SHA256); 64 hexadecimal digits. */
export const deriveSecret = (secret: string, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', `plat ${purpose}`, 32)).toString('hex');
