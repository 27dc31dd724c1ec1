import { ADMIN_OPERATIONS, ADMIN_VERSION, adminDocument } from '../admin/index.ts';
import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** Version of the interface. */
const INTERFACE_VERSION = '1.0.0';

/** An interface whose programs must keep working. */
export interface FrozenInterface {
  name: string;
  /** The document promised to callers, without its texts. */
  file: URL;
  /** The document as generated from the current contracts. */
  current(): OpenApiDocument;
}

const asFile = (document: object): OpenApiDocument => JSON.parse(JSON.stringify(document)) as OpenApiDocument;

/** What callers with a key know. */
export const PUBLIC_INTERFACE: FrozenInterface = {
  name: 'interface',
  file: new URL('../../openapi/public.json', import.meta.url),
  current: () =>
    asFile(openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints: PUBLIC_ENDPOINTS })),
};

export const FROZEN_INTERFACES: readonly FrozenInterface[] = [
  PUBLIC_INTERFACE,
  {
    name: 'operator API',
    file: new URL('../../openapi/admin.json', import.meta.url),
    current: () => asFile(adminDocument(ADMIN_OPERATIONS, ADMIN_VERSION)),
  },
];
