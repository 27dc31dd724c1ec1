import { gatherQuery, hasRequiredQuery } from '@plat/contracts';
import { queryOf, readOptionalJsonObject } from '@plat/kit';
import type { Stage } from './passage.ts';

/**
 * Moves parameters from a header or body into the query where the endpoint allows it. Reads the body only if a
 * parameter is missing.
 */
export const queryGathered: Stage = async (passage) => {
  const { endpoint, exchange } = passage;
  const { request } = exchange;
  if (endpoint.request.queryAlsoIn === undefined) return undefined;
  passage.query = gatherQuery(endpoint, queryOf(request), request.headers);
  if (request.method === 'GET' || hasRequiredQuery(endpoint, passage.query)) return undefined;
  const body = (await readOptionalJsonObject(request))?.value;
  passage.query = gatherQuery(endpoint, passage.query, request.headers, body);
  return undefined;
};
