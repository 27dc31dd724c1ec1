import { Counter, type Registry } from 'prom-client';
import type { EdgeRefusal } from '../stages/edge.ts';
import type { Passage } from '../stages/passage.ts';

/** What an operator sees of the gateway's limits; labels are outcomes that the code names. */
export interface GatewayMetrics {
  /** Counts what a request met on its way, once it has ended. */
  observePassage(passage: Passage): void;
  onRefusal(refusal: EdgeRefusal): void;
  onEpochsAway(): void;
}

export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const minute = new Counter({
    name: 'plat_minute_decisions_total',
    help: 'Requests of known keys that the minute limit allowed or refused',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'plat_edge_refusals_total',
    help: 'Requests that were refused before their key was looked up: burst, key_guessing or plain_http',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  const epochsAway = new Counter({
    name: 'plat_key_epochs_away_total',
    help: 'Key epochs that could not be read, so that the key was verified anew',
    registers: [registry],
  });
  const reservations = new Counter({
    name: 'plat_monthly_reservations_total',
    help: 'Reservations of monthly allowances by what the ledger said; failed when it said nothing',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const settlements = new Counter({
    name: 'plat_monthly_settlements_total',
    help: 'What became of held allowances; unknown had lapsed before its commit, unconfirmed may have counted',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  const idempotent = new Counter({
    name: 'plat_idempotent_requests_total',
    help: 'Requests with an idempotency key by what there was under it',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return {
    observePassage: ({ minute: decision, quota, settled, idempotent: found }) => {
      if (decision !== undefined) minute.labels(decision.allowed ? 'allowed' : 'refused').inc();
      if (quota !== undefined) reservations.labels(quota).inc();
      if (settled !== undefined) settlements.labels(settled).inc();
      if (found !== undefined) idempotent.labels(found).inc();
    },
    onRefusal: (reason) => refusals.labels(reason).inc(),
    onEpochsAway: () => epochsAway.inc(),
  };
}
