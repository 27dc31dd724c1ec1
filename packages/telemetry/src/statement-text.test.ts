import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { statementKind, statementText } from './statement-text.ts';

test.each([
  ['select * from t where id = $1 and x = 42', 'select * from t where id = $1 and x = ?'],
  [`insert into t ("name", v1) values ('O''Brien', -1.5e-3)`, 'insert into t ("name", v1) values (?, -?)'],
  [`create role r password E'se\\'cret'`, 'create role r password ?'],
  ['select $$a secret$$, $tag$another $$ one$tag$ from t', 'select ?, ? from t'],
  ["select 1 -- it's a remark\n from t /* 'more' */ where a = 'b'", 'select ? from t where a = ?'],
  ["select 'never closed and secret", 'select ?'],
  ['  select\n\n  a\tfrom   t2', 'select a from t2'],
])('shows %s without its values', (sql, shown) => {
  expect(statementText(sql)).toBe(shown);
});

const SECRET = fc.string({ minLength: 1, maxLength: 20 }).map((text) => `s3cr3t${text}s3cr3t`);
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const escaped = (text: string) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const dollars = (text: string) => `$x${'q'}$${text.replaceAll('$', '')}$xq$`;

test('never shows a value written into a statement, however it is quoted', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(SECRET, fc.constantFrom(quoted, escaped, dollars)), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('"it\'s"', "/* it's */ a", 'a', '$1', "a -- don't\n"),
      (secrets, between) => {
        const sql = `select ${secrets.map(([text, quote]) => quote(text)).join(`, ${between}, `)} from t`;
        expect(statementText(sql)).not.toContain('s3cr3t');
        expect(statementText(sql)).toEndWith(' from t');
      },
    ),
  );
});

test('names a statement after its first word, or uses a fixed name for unknown words', () => {
  expect(statementKind('\n  SELECT 1')).toBe('select');
  expect(statementKind('vacuum t')).toBe('statement');
  expect(statementKind('(select 1) union all (select 2)')).toBe('select');
});

test('truncates long statements', () => {
  expect(statementText(`select ${'a, '.repeat(5_000)} b`)).toHaveLength(2_000);
});
