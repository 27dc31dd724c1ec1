import { hash } from 'node:crypto';

/** Lower-case hexadecimal SHA-256, the only form in which a key leaves the gateway. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');
