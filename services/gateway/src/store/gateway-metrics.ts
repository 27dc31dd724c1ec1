import type { VerifiedKey } from '@plat/contracts';
import type { GatheringRegistry } from '@plat/kit';
import type { MinuteDecision } from '@plat/limits';
import { Counter } from 'prom-client';
import type { EdgeRefusal } from '../stages/edge.ts';
import type { Passage } from '../stages/passage.ts';

/** What an operator sees of the gateway's limits; labels are outcomes that the code names. */
export interface GatewayMetrics {
  /** Counts what a request met on its way, once it has ended. */
  observePassage(passage: Passage): void;
  onRefusal(refusal: EdgeRefusal): void;
  onEpochsAway(): void;
}

export function createGatewayMetrics(registry: GatheringRegistry): GatewayMetrics {
  const counting = (label: 'outcome' | 'reason', name: string, help: string): ((value: string) => void) => {
    const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
    return (value) => counter.inc({ [label]: value });
  };
  const minuteDecisions = new Counter({
    name: 'plat_minute_decisions_total',
    help: 'Requests of known keys that the limit of their key, per minute or second, allowed or refused',
    labelNames: ['outcome', 'key_kind'] as const,
    registers: [registry],
  });
  const countMinute = ({ allowed }: MinuteDecision, { key_kind }: VerifiedKey): void =>
    minuteDecisions.inc({ outcome: allowed ? 'allowed' : 'refused', key_kind });
  const countRefusal = counting(
    'reason',
    'plat_edge_refusals_total',
    'Requests that the gateway refused before it verified their key: burst, key_guessing or plain_http',
  );
  const countReservation = counting(
    'outcome',
    'plat_monthly_reservations_total',
    'Reservations of monthly allowances by what the ledger said; failed when it said nothing',
  );
  const countSettlement = counting(
    'outcome',
    'plat_monthly_settlements_total',
    'What became of held allowances; unknown had lapsed before its commit, unconfirmed may have counted',
  );
  const countIdempotent = counting(
    'outcome',
    'plat_idempotent_requests_total',
    'Requests with an idempotency key by what there was under it',
  );
  const epochsAway = new Counter({
    name: 'plat_key_epochs_away_total',
    help: 'Key epochs that could not be read, so that the key was verified anew',
    registers: [registry],
  });
  return {
    observePassage: ({ key, minute, quota, settled, idempotent }) =>
      registry.later(() => {
        if (key !== undefined && minute !== undefined) countMinute(minute, key);
        if (quota !== undefined) countReservation(quota);
        if (settled !== undefined) countSettlement(settled);
        if (idempotent !== undefined) countIdempotent(idempotent);
      }),
    onRefusal: (refusal) => registry.later(() => countRefusal(refusal)),
    onEpochsAway: () => epochsAway.inc(),
  };
}
