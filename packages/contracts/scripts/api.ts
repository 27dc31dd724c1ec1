/**
 * `bun run api:check` fails when the OpenAPI document of the public or the operator API breaks callers of the frozen
 * one or has additions that are not frozen. `bun run api:accept` freezes additions and writes CHANGELOG.md; it
 * refuses breaking changes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { changelogText } from '../src/openapi/changelog.ts';
import { incompatibilities, withoutText } from '../src/openapi/compatibility.ts';
import type { OpenApiDocument } from '../src/openapi/document.ts';
import { FROZEN_INTERFACES } from '../src/openapi/frozen.ts';

const CHANGELOG_FILE = new URL('../../../CHANGELOG.md', import.meta.url);

const isAccepting = process.argv[2] === 'accept';
let isRefused = false;
const refuse = (...lines: string[]) => {
  for (const line of lines) console.error(line);
  isRefused = true;
};

for (const { name, file, current: currentDocument } of FROZEN_INTERFACES) {
  const current = currentDocument();
  const frozen = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
  const problems = incompatibilities(frozen, current);
  const isFrozen = Bun.deepEquals(withoutText(frozen), withoutText(current));
  if (problems.length > 0) {
    refuse(
      `These changes break callers of the frozen ${name}:`,
      ...problems.map(({ where, problem }) => `- ${where}: ${problem}`),
      'Version 1 takes additions only. Removals are announced 12 months ahead with Deprecation and Sunset.',
    );
  } else if (isAccepting) {
    writeFileSync(file, `${JSON.stringify(withoutText(current), null, 1)}\n`);
    console.log(isFrozen ? `Nothing to accept in the ${name} except texts` : `Accepted the additions to the ${name}`);
  } else if (isFrozen) console.log(`The ${name} matches the frozen one`);
  else {
    refuse(
      `The ${name} has additions that are not frozen: describe those of the public one in packages/contracts/src/openapi/changelog.ts, then run \`bun run api:accept\``,
    );
  }
}
if (isAccepting && !isRefused) writeFileSync(CHANGELOG_FILE, changelogText());
process.exit(isRefused ? 1 : 0);
