/** `bun run generate`: rewrites src/generated from the contracts. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminFile } from './admin-files.ts';
import { formatted } from './formatted.ts';
import { generatedFiles } from './generated-files.ts';

const FOLDER = join(import.meta.dir, '..', 'src', 'generated');

mkdirSync(FOLDER, { recursive: true });
for (const [name, source] of Object.entries({ ...(await generatedFiles()), 'admin.ts': await adminFile() })) {
  writeFileSync(join(FOLDER, name), await formatted(source));
}
