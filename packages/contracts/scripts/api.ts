/**
 * `bun run api:check` fails when the public OpenAPI document breaks callers of the frozen one or has additions that
 * are not frozen. `bun run api:accept` freezes additions and writes CHANGELOG.md; it refuses breaking changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { changelogText } from '../src/openapi/changelog.ts';
import { incompatibilities, withoutText } from '../src/openapi/compatibility.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { currentDocument, FROZEN_FILE } from '../src/openapi/frozen.ts';

const CHANGELOG_FILE = new URL('../../../CHANGELOG.md', import.meta.url);

const current = JSON.parse(JSON.stringify(currentDocument())) as OpenApiDocument;
const frozen = JSON.parse(readFileSync(FROZEN_FILE, 'utf8')) as OpenApiDocument;
const problems = incompatibilities(frozen, current);
const isFrozen = Bun.deepEquals(withoutText(frozen), withoutText(current));

if (problems.length > 0) {
  console.error('These changes break callers of the frozen interface:');
  for (const { where, problem } of problems) console.error(`- ${where}: ${problem}`);
  console.error('Version 1 takes additions only. Removals are announced 12 months ahead with Deprecation and Sunset.');
  process.exit(1);
}
if (process.argv[2] === 'accept') {
  writeFileSync(FROZEN_FILE, `${JSON.stringify(withoutText(current), null, 1)}\n`);
  writeFileSync(CHANGELOG_FILE, changelogText());
  console.log(isFrozen ? 'Nothing to accept except texts' : 'Accepted the additions');
} else if (!isFrozen) {
  console.error(
    'The interface has additions that are not frozen: describe them in packages/contracts/src/openapi/changelog.ts, then run `bun run api:accept`',
  );
  process.exit(1);
} else console.log('The interface matches the frozen one');
