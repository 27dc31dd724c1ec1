/**
 * `bun run services:secrets >> .env`: a secret for every variable that docker-compose.yml asks
 * for and the environment does not have yet.
 */
import { join } from 'node:path';
import { withSecrets } from './compose-file.ts';

const text = await Bun.file(join(import.meta.dir, '..', '..', '..', 'docker-compose.yml')).text();
for (const [name, value] of Object.entries(withSecrets(text, process.env))) {
  if (process.env[name] === undefined) console.log(`${name}=${value}`);
}
