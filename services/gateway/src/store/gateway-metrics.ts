import type { VerifiedKey } from '@plat/contracts';
import type { BufferedRegistry } from '@plat/kit';
import type { MinuteDecision } from '@plat/limits';
import { Counter } from 'prom-client';
import type { EdgeRefusal, Passage } from '../stages/index.ts';

/** Metrics of the gateway's limits. Labels are outcomes named in code. */
export interface GatewayMetrics {
  /** Records one request after it ended. */
  observePassage(passage: Passage): void;
  onRefusal(refusal: EdgeRefusal): void;
  onEpochsUnavailable(): void;
}

export function createGatewayMetrics(registry: BufferedRegistry): GatewayMetrics {
  const counting = (label: 'outcome' | 'reason', name: string, help: string): ((value: string) => void) => {
    const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
    return (value) => counter.inc({ [label]: value });
  };
  const minuteDecisions = new Counter({
    name: 'plat_minute_decisions_total',
    help: 'Minute or second limit decisions for requests with a known key: allowed or refused',
    labelNames: ['outcome', 'key_kind'] as const,
    registers: [registry],
  });
  const countMinute = ({ allowed }: MinuteDecision, { key_kind }: VerifiedKey): void =>
    minuteDecisions.inc({ outcome: allowed ? 'allowed' : 'refused', key_kind });
  const countRefusal = counting(
    'reason',
    'plat_edge_refusals_total',
    'Requests refused before key verification: burst, key_guessing or plain_http',
  );
  const countReservation = counting(
    'outcome',
    'plat_monthly_reservations_total',
    'Monthly reservations by ledger outcome; failed when the ledger did not answer',
  );
  const countSettlement = counting(
    'outcome',
    'plat_monthly_settlements_total',
    'Settled monthly reservations by outcome; unknown: expired before its commit, unconfirmed: may have counted',
  );
  const countIdempotent = counting(
    'outcome',
    'plat_idempotent_requests_total',
    'Requests with an idempotency key by the state found under it',
  );
  const epochsAway = new Counter({
    name: 'plat_key_epochs_away_total',
    help: 'Failed reads of key epochs; the gateway then verified the key with accounts',
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
    onEpochsUnavailable: () => epochsAway.inc(),
  };
}
