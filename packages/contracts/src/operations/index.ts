import type { AnyEndpoint } from '../endpoint.ts';
import { autocomplete } from './autocomplete.ts';
import { buyerSearch } from './buyer-search.ts';
import { resolveAddress } from './resolve-address.ts';
import { verifyKey } from './verify-key.ts';

export * from './autocomplete.ts';
export * from './buyer-search.ts';
export * from './resolve-address.ts';
export * from './verify-key.ts';

/** Every operation of the interface, public and internal. */
export const ENDPOINTS: readonly AnyEndpoint[] = [autocomplete, buyerSearch, resolveAddress, verifyKey];

/** The operations that callers reach through the gateway. */
export const PUBLIC_ENDPOINTS: readonly AnyEndpoint[] = ENDPOINTS.filter(({ audience }) => audience === 'public');
