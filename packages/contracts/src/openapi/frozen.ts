import { PUBLIC_ENDPOINTS } from '../operations/index.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** Version of the interface (decision 75). */
export const INTERFACE_VERSION = '1.0.0';

/** The public document as the contracts write it now. */
export const currentDocument = (): OpenApiDocument =>
  openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints: PUBLIC_ENDPOINTS });

/** The frozen file: the document that callers were promised, without its texts. */
export const FROZEN_FILE = new URL('../../openapi/public.json', import.meta.url);
