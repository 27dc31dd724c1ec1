import { expect, test } from 'bun:test';
import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { llmsText } from './llms.ts';

const text = llmsText(PUBLIC_ENDPOINTS, '1.0.0');

test('llms.txt names every public endpoint and every error code', () => {
  for (const { method, path, errors } of PUBLIC_ENDPOINTS) {
    expect(text).toContain(`\`${method} ${path}\``);
    for (const code of Object.values(errors).flat()) expect(text).toContain(String(code));
  }
});

test('llms.txt is short enough to be read whole, and has no gaps', () => {
  expect(text.length).toBeLessThan(12_000);
  expect(text).not.toContain('undefined');
});

test('llms.txt names nothing that does not exist', () => {
  const one = llmsText(PUBLIC_ENDPOINTS.slice(0, 1), '1.0.0');
  expect(one).toContain('/v1/autocomplete');
  for (const word of ['/v1/buyer-search', 'webhook_url', 'INSUFFICIENT_COMPARABLE_SALES', '/internal/']) {
    expect(one).not.toContain(word);
  }
});
