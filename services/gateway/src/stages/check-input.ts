import { checkInput } from '@plat/contracts';
import { queryOf, readJsonObject, validationError } from '@plat/kit';
import { deprecatedFields, ignoredFields, ignoredFieldsHeader } from '../domain/ignored-fields.ts';
import type { Stage } from './passage.ts';

/** RFC 9745: Unix time of the deprecation, the release of this interface version. */
const DEPRECATED_SINCE = Date.UTC(2026, 0, 1) / 1000;

/** Rejects a body that is too large or not a JSON object. */
export const bodyReadable: Stage = async (passage) => {
  if (passage.endpoint.request.body !== undefined) passage.body = await readJsonObject(passage.exchange.request);
  return undefined;
};

/** Validates the input against the contract and reports unknown or deprecated fields. */
export const inputValid: Stage = (passage, { checkSettings }) => {
  const { endpoint, exchange, body, query = queryOf(exchange.request) } = passage;
  passage.ignored = ignoredFields(endpoint, body?.value ?? {}, query);
  const header = ignoredFieldsHeader(passage.ignored);
  if (header !== '') exchange.setHeader('x-ignored-fields', header);
  if (deprecatedFields(endpoint, body?.value ?? {}).length > 0) {
    exchange.setHeader('deprecation', `@${DEPRECATED_SINCE}`);
    exchange.setHeader('link', '</docs>; rel="deprecation"; type="text/html"');
  }
  const checked = checkInput(endpoint, body?.value, query, undefined, checkSettings);
  if (!checked.ok) throw validationError(checked.problems);
  return undefined;
};
