import { expect, test } from 'bun:test';
import { accountsUnderTest, OPERATOR } from '../accounts-under-test.fixture.ts';
import { createKey } from '../operator.ts';
import { applicationKey } from './application-key.ts';

const accounts = accountsUnderTest();

test('operators have a company of their own, though a customer already has its name', async () => {
  const { deps, database } = accounts;
  const company = 'Operators of this Plat';
  await createKey(deps, OPERATOR, { kind: 'subscriber', name: 'theirs', companyName: company });
  const made = await applicationKey(database.sql, null);
  expect(await applicationKey(database.sql, null)).toEqual(made);
  const [theirs] = await database.sql`select id from accounts.companies where name = ${company}`;
  expect(made?.companyId).not.toBe(theirs?.id);
});
