import { asOfIn } from '@plat/dataset';
import { createSigningSecret } from '@plat/egress';
import { systemClock } from '@plat/kit';
import type { SuppressionDeps } from './contacts/index.ts';
import { createPostgresSuppressionBook, suppressionsByRealm } from './contacts/index.ts';
import { type CrmDealReader, createCrmDealReader, createPostgresCrmDealStore } from './crm/index.ts';
import { openInvestorsDatabase } from './deps.ts';
import type { DeliveryLog, WebhookSettingsStore } from './webhooks/index.ts';
import {
  createPostgresDeliveryLog,
  createPostgresWebhookOutbox,
  createPostgresWebhookSettings,
} from './webhooks/index.ts';

export type { OwnSuppression, SuppressionKind } from './contacts/index.ts';
export { addSuppression, removeSuppression, type SuppressionText } from './contacts/index.ts';
export { changeSettings, listDeliveries, readSettings, replayDelivery } from './webhooks/index.ts';

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
