import { expect, test } from 'bun:test';
import { prefersHtml } from './static-route.ts';

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML; charset=utf-8', true],
  ['application/json, text/html;q=0.5', false],
  ['text/html;q=0.9, application/json;q=0.5', true],
  ['text/markdown, text/html', true],
  ['text/markdown, text/html;q=0.9', false],
  ['text/html;q=0', false],
  ['text/html;q=zzz', true],
  ['*/*', false],
  ['text/*', false],
  ['', false],
  [null, false],
])('Accept: %p asks for a page: %p', (accept, expected) => expect(prefersHtml(accept)).toBe(expected));
