/** A shell command that returns buyers. */
export function curlCommand(url: string, key: string, address: string): string {
  const body = JSON.stringify({ address }).replaceAll("'", "'\\''");
  return `curl -s ${url}/v1/buyer-search -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${body}'`;
}
