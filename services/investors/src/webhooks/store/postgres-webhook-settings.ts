import type { Sql, Transaction } from '@plat/db';
import type { WebhookKeyOwner, WebhookKeySettings, WebhookSettingsStore } from '../domain/ports.ts';
import type { webhookSettings } from './tables.ts';

/** `former_secret` is null once it no longer signs. */
type SettingsColumn = 'signing_secret' | 'former_secret' | 'retries' | 'deal_url';
type SettingsRow = Pick<typeof webhookSettings.$inferSelect, SettingsColumn>;

/** @param createSigningSecret returns a new random secret, `whsec_...` */
export function createPostgresWebhookSettings(sql: Sql, createSigningSecret: () => string): WebhookSettingsStore {
  const read = async (query: Sql | Transaction, keyId: string) => {
    const [row] = await query<SettingsRow[]>`
      select signing_secret, case when former_secret_until > now() then former_secret end as former_secret,
        retries, deal_url
      from investors.webhook_settings where key_id = ${keyId}`;
    return row === undefined ? null : toSettings(row);
  };
  const make = (query: Sql | Transaction, { keyId, companyId }: WebhookKeyOwner) => query`
    insert into investors.webhook_settings (key_id, company_id, signing_secret)
    values (${keyId}, ${companyId}, ${createSigningSecret()}) on conflict (key_id) do nothing`;
  const made = async (query: Sql | Transaction, keyId: string) => {
    const settings = await read(query, keyId);
    if (settings === null) throw new Error(`the webhook settings of key ${keyId} are gone`);
    return settings;
  };
  return {
    ofKey: async (owner) => {
      const known = await read(sql, owner.keyId);
      if (known !== null) return known;
      await make(sql, owner);
      return made(sql, owner.keyId);
    },
    change: (owner, { retries, dealUrl, rotateSecret }) =>
      sql.begin(async (transaction) => {
        await make(transaction, owner);
        await transaction`
          update investors.webhook_settings set
            retries = coalesce(${retries ?? null}, retries),
            deal_url = case when ${dealUrl !== undefined} then ${dealUrl ?? null} else deal_url end,
            updated_at = now()
          where key_id = ${owner.keyId}`;
        if (rotateSecret !== undefined) {
          await transaction`
            update investors.webhook_settings set
              former_secret = signing_secret,
              former_secret_until = now() + ${rotateSecret.formerForMs} * interval '1 millisecond',
              signing_secret = ${createSigningSecret()}
            where key_id = ${owner.keyId}`;
        }
        return made(transaction, owner.keyId);
      }),
  };
}

const toSettings = (row: SettingsRow): WebhookKeySettings => ({
  signingSecret: row.signing_secret,
  activeSecrets: row.former_secret === null ? [row.signing_secret] : [row.signing_secret, row.former_secret],
  retries: row.retries,
  dealUrl: row.deal_url,
});
