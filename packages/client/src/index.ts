export { PlatClient, type PlatClientOptions } from './client.ts';
export {
  type FieldProblem,
  isPlatError,
  PlatApiError,
  PlatError,
  PlatNetworkError,
  PlatSearchFailedError,
  PlatTimeoutError,
  PlatWebhookError,
} from './errors.ts';
export { ERROR_CODES, type ErrorCode, type OperationName } from './generated/operations.ts';
export type * from './generated/schemas.ts';
export type { CallOptions } from './operation.ts';
export type { Limits } from './read-answer.ts';
export { type BuyerSearchWebhook, verifyWebhook, type WebhookRequestHeaders } from './verify-webhook.ts';
