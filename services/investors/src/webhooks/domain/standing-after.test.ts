import { expect, test } from 'bun:test';
import { DELIVERY_OUTCOMES } from '@plat/egress';
import fc from 'fast-check';
import { standingAfter } from './standing-after.ts';

const outcomes = fc.constantFrom(...DELIVERY_OUTCOMES, 'gone' as const, 'unsent' as const);
const statuses = fc.option(fc.integer({ min: 100, max: 599 }));

test('fails at the first undelivered attempt without retries', () => {
  fc.assert(
    fc.property(outcomes, statuses, fc.nat({ max: 30 }), fc.boolean(), (outcome, status, attempts, retries) => {
      const { status: standing } = standingAfter({ retries, attempts }, { outcome, status }, 0.5);
      expect(standing === 'delivered').toBe(outcome === 'delivered');
      if (!retries) expect(standing).not.toBe('pending');
    }),
  );
});

test('with retries ends after ten attempts, or at once for 410 and permanent failures', () => {
  fc.assert(
    fc.property(outcomes, statuses, fc.nat({ max: 30 }), (outcome, status, attempts) => {
      const { status: standing } = standingAfter({ retries: true, attempts }, { outcome, status }, 0.5);
      const isFinal = status === 410 || outcome === 'gone' || outcome === 'too_large' || attempts + 1 >= 10;
      expect(standing).toBe(outcome === 'delivered' ? 'delivered' : isFinal ? 'failed' : 'pending');
    }),
  );
});
