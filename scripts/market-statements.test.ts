import { expect, test } from 'bun:test';
import { marketStatements } from './market-statements.ts';

test.each([
  'select 1 from market.deal',
  'select 1 from "market_sample"."deal"',
  'delete from market.contact',
  'select 1 from a join market_sample.sale using (sale_id)',
  'insert into market.version values (1)',
  'update market.region set current = 1',
  'truncate market.county',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
  'select 1 from ${dataset.schema}.deal',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
  'select 1 from ${sql(schema)}.${sql(table)}',
])('finds %p', (statement) => {
  expect(marketStatements(`const one = 1;\nawait sql\`${statement}\`;\n`)).toMatchObject([{ line: 2 }]);
});

test.each([
  'select 1 from accounts.usage',
  'select 1 from marketing.deal',
  'market.pool.read()',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a program
  'select 1 from ${table}',
])('passes %p', (statement) => {
  expect(marketStatements(`await sql\`${statement}\`;\n`)).toEqual([]);
});

test('passes comments and imports', () => {
  const text = "import { one } from './market.fixture.ts';\n/** Rows from market.deal. */\n// from market.deal\n";
  expect(marketStatements(text)).toEqual([]);
});
