import {
  ADMIN_OPERATIONS,
  ADMIN_VERSION,
  type AnyAdminOperation,
  adminDocument,
  HOST_OPERATIONS,
} from '@plat/contracts/admin';
import { type HttpRoute, jsonResponse } from '@plat/kit';
import { adminHandler } from '../admin-route.ts';
import { actorOf, type SessionGuard } from '../people/index.ts';
import type { OperationCall, OperationPorts } from './ports.ts';

const DOCUMENT_PATH = '/admin/v1/openapi.json';

type AnyPort = (call: OperationCall<AnyAdminOperation>) => Promise<object | Response>;

/** The operations of the host, and the document that describes the whole operator API. */
export function operationRoutes(ports: OperationPorts, guard: SessionGuard): HttpRoute[] {
  const document = adminDocument(ADMIN_OPERATIONS, ADMIN_VERSION);
  const routes = HOST_OPERATIONS.map((operation: AnyAdminOperation) => {
    const port = ports[operation.operation as keyof OperationPorts] as unknown as AnyPort;
    return adminHandler(operation, ({ body, query, signedIn, exchange }) => {
      const { role, companyId } = signedIn.person;
      return port({ body, query, actor: actorOf(signedIn.person), role, companyId, request: exchange.request });
    }).route(guard);
  });
  return [{ method: 'GET', path: DOCUMENT_PATH, handle: async () => jsonResponse(document) }, ...routes];
}
