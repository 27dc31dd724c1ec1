import { readFileSync } from 'node:fs';

/** Fills in a template as the nginx image does at startup: variables that match NGINX_ENVSUBST_FILTER. */
export function proxyFile(template: string, environment: Readonly<Record<string, string>>): string {
  const filter = new RegExp(environment.NGINX_ENVSUBST_FILTER ?? '');
  return readFileSync(template, 'utf8').replace(/\$\{(\w+)\}/g, (whole, name: string) =>
    filter.test(name) && name in environment ? environment[name]! : whole,
  );
}
