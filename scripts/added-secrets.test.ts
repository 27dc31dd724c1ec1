import { expect, test } from 'bun:test';
import { addedSecrets } from './added-secrets.ts';

const KEY = `plat_sub_${'Q7w9'.repeat(9)}`;
const diffOf = (file: string, ...lines: string[]) =>
  [`--- a/${file}`, `+++ b/${file}`, '@@ -1 +1 @@', ...lines].join('\n');

test('finds a key in an added line and masks it', () => {
  expect(addedSecrets(diffOf('services/geo/src/app.ts', `+const key = '${KEY}';`))).toEqual([
    { file: 'services/geo/src/app.ts', pattern: 'API key', line: "const key = '[masked]';" },
  ]);
});

test('finds a password in a URL', () => {
  const found = addedSecrets(diffOf('docs/operate/a.md', '+DATABASE_URL=postgres://plat:Hk3jd9@db.example.com/plat'));
  expect(found.map(({ pattern }) => pattern)).toEqual(['password in a URL']);
});

test('passes removed lines, tests, examples of a schema and placeholders', () => {
  expect(addedSecrets(diffOf('a.ts', `-const key = '${KEY}';`))).toEqual([]);
  expect(addedSecrets(diffOf('a.test.ts', `+const key = '${KEY}';`))).toEqual([]);
  expect(addedSecrets(diffOf('a.ts', `+  examples: ['${KEY}'],`))).toEqual([]);
  expect(addedSecrets(diffOf('a.yml', `+url: postgres://plat:\${PASSWORD}@db/plat`))).toEqual([]);
});
