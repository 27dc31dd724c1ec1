import type { BuyerSearchRequest } from '@plat/contracts';

/** First instant of 2026, when `flipper_weight` of buyer search gave way to `buyer_types`. */
const FLIPPER_WEIGHT_DEPRECATED_AT_SECONDS = 1_767_225_600;

/** Tells a caller who still sends `flipper_weight` that it does nothing (decision 9, RFC 9745). */
export const deprecationHeaders = ({ flipper_weight }: BuyerSearchRequest): Record<string, string> =>
  flipper_weight == null
    ? {}
    : { deprecation: `@${FLIPPER_WEIGHT_DEPRECATED_AT_SECONDS}`, link: '</docs>; rel="deprecation"; type="text/html"' };
