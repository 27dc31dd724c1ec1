/** A request to the API, as the console sent it. */
export interface ApiRequest {
  /** Name of the method of `@plat/client`. */
  operation: string;
  method: string;
  path: string;
  body?: unknown;
  query?: Readonly<Record<string, string>>;
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof LANGUAGES)[number];

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const pathOf = ({ path, query }: ApiRequest): string => {
  const search = new URLSearchParams(query ?? {});
  return search.size === 0 ? path : `${path}?${search}`;
};

/** Drops what a request does not need, so that the text stays short. */
const compact = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function curlText(request: ApiRequest, origin: string): string {
  const lines = [`curl ${shellQuoted(origin + pathOf(request))}`, '  -H "x-api-key: $PLAT_KEY"'];
  if (request.body !== undefined) {
    lines.push("  -H 'content-type: application/json'", `  -d ${shellQuoted(JSON.stringify(compact(request.body)))}`);
  } else if (request.method !== 'GET') lines.push(`  -X ${request.method}`);
  return lines.join(' \\\n');
}

function typeScriptText({ operation, body, query }: ApiRequest, origin: string): string {
  const inputs = [body, query].filter((input) => input !== undefined);
  const written = inputs.map((input) => JSON.stringify(compact(input), null, 2)).join(', ');
  return [
    "import { PlatClient } from '@plat/client';",
    '',
    `const plat = new PlatClient({ baseUrl: '${origin}', apiKey: process.env.PLAT_KEY });`,
    `const answer = await plat.${operation}(${written});`,
    'console.log(answer);',
  ].join('\n');
}

/** JSON as Python writes it. */
const pythonValue = (value: unknown, indent = 0): string => {
  const pad = '    '.repeat(indent + 1);
  const close = '    '.repeat(indent);
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (Array.isArray(value)) return `[${value.map((item) => pythonValue(item, indent)).join(', ')}]`;
  if (typeof value === 'object') {
    const lines = Object.entries(value).map(
      ([key, item]) => `${pad}${JSON.stringify(key)}: ${pythonValue(item, indent + 1)},`,
    );
    return `{\n${lines.join('\n')}\n${close}}`;
  }
  return JSON.stringify(value);
};

function pythonText(request: ApiRequest, origin: string): string {
  const body = request.body === undefined ? '' : `\n    json=${pythonValue(compact(request.body), 1)},`;
  return [
    'import os',
    'import requests',
    '',
    `answer = requests.${request.method.toLowerCase()}(`,
    `    ${JSON.stringify(origin + pathOf(request))},`,
    `    headers={"x-api-key": os.environ["PLAT_KEY"]},${body}`,
    '    timeout=60,',
    ')',
    'answer.raise_for_status()',
    'print(answer.json())',
  ].join('\n');
}

/** Text that sends the request with the key in the environment variable PLAT_KEY. */
export function requestCode(request: ApiRequest, language: Language, origin: string): string {
  if (language === 'curl') return curlText(request, origin);
  return language === 'TypeScript' ? typeScriptText(request, origin) : pythonText(request, origin);
}
