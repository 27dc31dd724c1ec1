import { asOfIn } from '@plat/dataset';
import { createSigningSecret } from '@plat/egress';
import { systemClock } from '@plat/kit';
import { openInvestorsDatabase } from './deps.ts';
import type { SuppressionDeps } from './domain/administer-suppressions.ts';
import { type CrmDealReader, createCrmDealReader } from './domain/crm-deals/crm-deals.ts';
import type { DeliveryLog, WebhookSettingsStore } from './domain/webhooks/ports.ts';
import { createPostgresCrmDealStore } from './store/postgres-crm-deal-store.ts';
import { createPostgresSuppressionBook } from './store/suppressions.ts';
import { suppressionsByRealm } from './store/suppressions-by-realm.ts';
import { createPostgresDeliveryLog } from './store/webhooks/postgres-delivery-log.ts';
import { createPostgresWebhookOutbox } from './store/webhooks/postgres-webhook-outbox.ts';
import { createPostgresWebhookSettings } from './store/webhooks/postgres-webhook-settings.ts';

export { addSuppression, removeSuppression, type SuppressionText } from './domain/administer-suppressions.ts';
export type { SuppressionKind } from './domain/suppression.ts';
export type { OwnSuppression } from './domain/suppression-entry.ts';
export { listDeliveries } from './domain/webhooks/list-deliveries.ts';
export { replayDelivery } from './domain/webhooks/replay-delivery.ts';
export { changeSettings, readSettings } from './domain/webhooks/settings-of-key.ts';

/** What operators' commands work with. */
export interface OperatorInvestors extends SuppressionDeps {
  webhookSettings: WebhookSettingsStore;
  deliveryLog: DeliveryLog;
  /** @param liveDay the UTC day that decides whether the live national snapshot is still valid, `YYYY-MM-DD`. */
  crmDeals(liveDay: string): CrmDealReader;
  close(): Promise<void>;
}

/** Opens the schemas of the service, brought up to date. Nothing is sent here: a running Plat does what is queued. */
export async function openOperatorInvestors(databaseUrl: string): Promise<OperatorInvestors> {
  const sql = await openInvestorsDatabase(databaseUrl);
  try {
    const crmDeals = createPostgresCrmDealStore({ sql, outbox: createPostgresWebhookOutbox() });
    const suppressions = suppressionsByRealm(sql);
    return {
      webhookSettings: createPostgresWebhookSettings(sql, createSigningSecret),
      deliveryLog: createPostgresDeliveryLog(sql),
      suppressions: createPostgresSuppressionBook(sql),
      crmDeals: (liveDay) =>
        createCrmDealReader({ crmDeals, suppressions, clock: systemClock, asOf: (realm) => asOfIn(realm, liveDay) }),
      clock: systemClock,
      close: () => sql.end({ timeout: 5 }),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}
