import { asOfIn } from '@plat/dataset';
import { systemClock } from '@plat/kit';
import type { SuppressionDeps } from './contacts/index.ts';
import { createPostgresSuppressionBook, suppressionsByRealm } from './contacts/wiring.ts';
import { type CrmDealReader, createCrmDealReader, createDealBoard, type DealBoard } from './crm/index.ts';
import { createPostgresCrmDealStore, createPostgresDealBoard } from './crm/wiring.ts';
import { openInvestorsDatabase } from './database.ts';
import type { DeliveryLog, WebhookSettingsStore } from './webhooks/index.ts';
import { wireWebhooks } from './webhooks/wiring.ts';

export type { OwnSuppression, SuppressionKind } from './contacts/index.ts';
export { addSuppression, removeSuppression, type SuppressionText } from './contacts/index.ts';
export {
  changeSettings,
  listDeliveries,
  readSettings,
  replayDelivery,
  replayFailedDeliveries,
} from './webhooks/index.ts';

/** Functions for operator commands. */
export interface OperatorInvestors extends SuppressionDeps {
  webhookSettings: WebhookSettingsStore;
  deliveryLog: DeliveryLog;
  /** @param liveDay the UTC day that decides whether the live national snapshot is still valid, `YYYY-MM-DD`. */
  crmDeals(liveDay: string): CrmDealReader;
  /** @param liveDay as for `crmDeals`. */
  dealBoard(liveDay: string): DealBoard;
  close(): Promise<void>;
}

/** Opens the schemas of the service and migrates them. It sends nothing: a running Plat does what is queued. */
export async function openOperatorInvestors(databaseUrl: string): Promise<OperatorInvestors> {
  const sql = await openInvestorsDatabase(databaseUrl);
  try {
    const { outbox, webhookSettings, deliveryLog } = wireWebhooks(sql);
    const crmDeals = createPostgresCrmDealStore({ sql, outbox });
    const board = createPostgresDealBoard(sql);
    const suppressions = suppressionsByRealm(sql);
    return {
      webhookSettings,
      deliveryLog,
      suppressions: createPostgresSuppressionBook(sql),
      crmDeals: (liveDay) =>
        createCrmDealReader({ crmDeals, suppressions, clock: systemClock, asOf: (realm) => asOfIn(realm, liveDay) }),
      dealBoard: (liveDay) =>
        createDealBoard({ board, suppressions, clock: systemClock, asOf: (realm) => asOfIn(realm, liveDay) }),
      clock: systemClock,
      close: () => sql.end({ timeout: 5 }),
    };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}
