/**
 * `bun run services:secrets >> .env` writes a secret for every required variable of docker-compose.yml that the
 * environment lacks.
 */
import { join } from 'node:path';
import { withSecrets } from './compose-file.ts';

const text = await Bun.file(join(import.meta.dir, '..', '..', '..', 'docker-compose.yml')).text();
for (const [name, value] of Object.entries(withSecrets(text, process.env))) {
  if (process.env[name] === undefined) console.log(`${name}=${value}`);
}
