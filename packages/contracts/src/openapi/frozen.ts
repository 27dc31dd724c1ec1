import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** Version of the interface. */
const INTERFACE_VERSION = '1.0.0';

/** The public document as generated from the current contracts. */
export const currentDocument = (): OpenApiDocument =>
  openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints: PUBLIC_ENDPOINTS });

/** The frozen file: the document promised to callers, without its texts. */
export const FROZEN_FILE = new URL('../../openapi/public.json', import.meta.url);
