import { createServiceApp } from '@plat/kit';
import type { Elysia } from 'elysia';
import type { GeoDeps } from './deps.ts';
import { autocompleteOperation } from './routes/autocomplete.ts';
import { resolveAddressOperation } from './routes/resolve-address.ts';

/** The geo service: autocomplete, and address resolution for other services. */
export const createGeoApp = (deps: GeoDeps): Elysia =>
  createServiceApp({
    name: 'geo',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    metrics: deps.metrics,
    operations: [autocompleteOperation(deps), resolveAddressOperation(deps)],
    readiness: { database: deps.checkReady },
  });
