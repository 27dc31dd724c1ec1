import { createEgress, type Delivery, type Egress, type EgressOptions } from '../index.ts';

export interface TestEgress {
  egress: Egress;
  /** Everything logged, as JSON lines. */
  log: string[];
  deliveries: Delivery[];
}

/** An egress for tests: it may call this machine, resolves every name to it, and keeps its logs and counts. */
export function createTestEgress(options: Partial<EgressOptions> = {}): TestEgress {
  const log: string[] = [];
  const deliveries: Delivery[] = [];
  const write = (level: string) => (fields: unknown, message?: string) => {
    log.push(JSON.stringify({ level, ...(fields as object), message }));
  };
  const egress = createEgress({
    policy: { allowLoopback: true, deniedRanges: [] },
    log: { info: write('info'), warn: write('warn') } as EgressOptions['log'],
    onDelivery: (delivery) => deliveries.push(delivery),
    resolve: async () => ['127.0.0.1'],
    timeoutMs: 30_000,
    ...options,
  });
  return { egress, log, deliveries };
}
