import { expect, test } from 'bun:test';
import { commands, database, SLOW_MS, useCommands } from './commands-under-test.fixture.ts';

useCommands();

const run = (...lines: string[][]) => Promise.all(lines.map((words) => commands.plat(...words)));
const answers = (...lines: string[][]) => Promise.all(lines.map((words) => commands.platJson(...words)));

test(
  'configures, follows and resends webhooks of a key with commands alone',
  async () => {
    const [key] = await answers(['key', 'create', '--kind', 'subscriber', '--name', 'Acme key', '--company', 'Acme']);
    const [first, changed, rotated, kept] = await answers(
      ['webhook', 'show', key.id],
      ['webhook', 'set', key.id, '--retries', 'on', '--deal-url', 'https://crm.example.com/deals'],
      ['webhook', 'set', key.key_prefix, '--rotate-secret'],
      ['webhook', 'set', key.id, '--deal-url', 'none'],
    );
    expect(first).toMatchObject({ retries: false, deal_url: null });
    expect(changed).toEqual({ ...first, retries: true, deal_url: 'https://crm.example.com/deals' });
    expect(rotated).toEqual({ ...changed, signing_secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.signing_secret).not.toBe(first.signing_secret);
    expect(kept).toEqual({ ...rotated, deal_url: null });

    const [searchId, deliveryId] = [crypto.randomUUID(), crypto.randomUUID()];
    await database.sql`
      insert into investors.searches (id, api, company_id, key_id, question, sort, status, completed_at, expires_at)
      values (${searchId}, 'v1', 'Acme', ${key.id}, '{}', 'match', 'completed', now(), now() + interval '1 day')`;
    await database.sql`
      insert into investors.webhook_deliveries (id, company_id, key_id, event, search_id, url, retries, status)
      values (${deliveryId}, 'Acme', ${key.id}, 'buyer_search.completed', ${searchId},
        'https://hooks.example.com/in?token=t', true, 'failed')`;
    const [failed, delivered] = await answers(
      ['webhook', 'deliveries', key.id, '--status', 'failed'],
      ['webhook', 'deliveries', key.id, '--status', 'delivered'],
    );
    expect(failed.deliveries).toMatchObject([{ delivery_id: deliveryId, status: 'failed', attempts: [] }]);
    expect(delivered).toEqual({ deliveries: [], next_cursor: null });
    const [table] = await run(['webhook', 'deliveries', key.id]);
    expect(table?.stdout).toContain('hooks.example.com');
    expect(table?.stdout).not.toContain('token');
    const [again] = await answers(['webhook', 'replay', deliveryId]);
    expect(again).toMatchObject({ delivery_id: deliveryId, status: 'pending' });
    const [due] = await database.sql`
      select turn, next_attempt_at <= now() as is_due from investors.webhook_deliveries where id = ${deliveryId}`;
    expect(due).toEqual({ turn: 2, is_due: true });
  },
  SLOW_MS,
);

test(
  'incorrect calls end with a sentence on what to do',
  async () => {
    const [key] = await answers(['key', 'create', '--kind', 'subscriber', '--name', 'Other key', '--company', 'Other']);
    const ended = await run(
      ['webhook', 'set', key.id],
      ['webhook', 'set', key.id, '--retries', 'sometimes'],
      ['webhook', 'set', key.id, '--deal-url', 'http://localhost:3000/'],
      ['webhook', 'show', 'plat_sub_nobody'],
      ['webhook', 'replay', crypto.randomUUID()],
      ['webhook', 'deliveries', key.id, '--cursor', 'x'],
    );
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 1, 1, 2]);
    const sentences = ['nothing to change', 'It must be on or off', 'deal_url must be an https URL', 'There is no key'];
    for (const [i, sentence] of [...sentences, 'There is no webhook delivery', 'cursor must be'].entries()) {
      expect(ended[i]?.stderr).toContain(sentence);
    }
  },
  SLOW_MS,
);
