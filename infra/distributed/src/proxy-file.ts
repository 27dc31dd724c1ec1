import { readFileSync } from 'node:fs';

/** What the image of nginx makes of a template at its start: variables that pass NGINX_ENVSUBST_FILTER are filled in. */
export function proxyFile(template: string, environment: Readonly<Record<string, string>>): string {
  const filter = new RegExp(environment.NGINX_ENVSUBST_FILTER ?? '');
  return readFileSync(template, 'utf8').replace(/\$\{(\w+)\}/g, (whole, name: string) =>
    filter.test(name) && name in environment ? environment[name]! : whole,
  );
}
