import type { TSchema } from '@sinclair/typebox';
import { WEBHOOK_MESSAGES } from '../resources/webhook-messages.ts';
import { type JsonSchema, toJsonSchema } from './json-schema.ts';

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
});
const SIGNATURE_HEADERS = [
  header('webhook-id', 'The same for every attempt at one event: process each id once'),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970'),
  header('webhook-signature', 'Standard Webhooks 1.0: HMAC-SHA256 with the signing_secret of the webhook settings'),
];
const SECRET_HEADER = header('x-webhook-secret', 'The webhook_secret of the search, if one was sent', false);

/**
 * The calls that Plat makes, as OpenAPI webhooks: one POST to a caller's URL per event.
 * @param operations described in the document; events that none of them requests are left out.
 */
export function webhooksOf(
  operations: readonly string[],
  nameOf: (schema: TSchema) => string | undefined,
): Record<string, { post: JsonSchema }> {
  const asked = Object.entries(WEBHOOK_MESSAGES).filter(([, { askedFor }]) => operations.includes(askedFor));
  return Object.fromEntries(
    asked.map(([event, { operationId, body, summary, description, carriesSecret }]) => [
      event,
      {
        post: {
          operationId,
          summary,
          description,
          tags: ['Webhooks'],
          security: [],
          parameters: [...SIGNATURE_HEADERS, ...(carriesSecret ? [SECRET_HEADER] : [])],
          requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(body, nameOf) } } },
          responses: {
            '2XX': { description: 'Accepted. The body is ignored.' },
            default: { description: 'Not accepted: retried if `retries` is on, until a 410.' },
          },
        },
      },
    ]),
  );
}
