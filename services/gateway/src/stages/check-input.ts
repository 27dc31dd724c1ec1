import { checkInput } from '@plat/contracts';
import { queryOf, readJsonObject, validationError } from '@plat/kit';
import { deprecatedFields, ignoredFields, ignoredFieldsHeader } from '../domain/ignored-fields.ts';
import type { Stage } from './passage.ts';

/** RFC 9745: since when the deprecated fields are so, as a Unix time; the release of this interface. */
const DEPRECATED_SINCE = Date.UTC(2026, 0, 1) / 1000;

/** The body is a JSON object of bounded size. */
export const bodyReadable: Stage = async (passage) => {
  if (passage.endpoint.request.body !== undefined) passage.body = await readJsonObject(passage.exchange.request);
  return undefined;
};

/** The input meets the contract. The caller learns which fields are unknown or deprecated. */
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
