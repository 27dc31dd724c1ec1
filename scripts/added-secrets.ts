import { type FoundSecret, findSecret } from './find-secrets.ts';

/** Tests, fixtures and recorded examples hold made-up secrets. */
const MADE_UP = /\.test\.tsx?$|\.fixture\.ts$|\/example[^/]*\.json$|^packages\/test-kit\//;
/** So do examples of a schema. */
const EXAMPLE = /@example|\bexamples: \[/;
/** A placeholder password in a URL, or one that the line computes. */
const PLACEHOLDER = /:\/\/[^\s:/@]*:(?:\.\.\.|<[^>]*>|\$\{[^}]*\}|\$\$?\{?\w+[^@]*|password|secret|plat|pw)@/gi;

/** @returns secrets in the lines that a diff adds, each with its file. */
export function addedSecrets(diff: string): (FoundSecret & { file: string })[] {
  const found: (FoundSecret & { file: string })[] = [];
  let file = '';
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice(line.startsWith('+++ b/') ? 6 : 4);
    else if (line.startsWith('+') && !MADE_UP.test(file) && !EXAMPLE.test(line)) {
      const secret = findSecret(line.slice(1).replace(PLACEHOLDER, '://'));
      if (secret !== null) found.push({ ...secret, file });
    }
  }
  return found;
}
