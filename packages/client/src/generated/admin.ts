// Written by `bun run generate` from the contracts; do not edit.

import type { AdminOperation } from '../admin-operation.ts';

export interface components {
  schemas: {
    Error: {
      /** @description What went wrong, for the developer who reads it */
      error: string;
      /** @description Stable machine-readable code */
      code?: string | undefined;
      /** @description The shared monthly pool that refused the request */
      reason?: string | undefined;
      fields?:
        | {
            field: string;
            problem: string;
          }[]
        | undefined;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  readSignInWays: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description OpenID provider; open sign_in_path to sign in there */
            provider: {
              name: string;
              sign_in_path: string;
            } | null;
          };
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Name of the person */
            user: string;
            /** @enum {string} */
            role: 'owner' | 'operator' | 'viewer' | 'member';
            /** @description Company of a member */
            company: string | null;
            /** @description Send it as x-csrf-token with every change and every call of /v1 */
            csrf_token: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            expires_at: string;
          };
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  beginSession: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          token: string;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description Name of the person */
            user: string;
            /** @enum {string} */
            role: 'owner' | 'operator' | 'viewer' | 'member';
            /** @description Company of a member */
            company: string | null;
            /** @description Send it as x-csrf-token with every change and every call of /v1 */
            csrf_token: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            expires_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description CSRF_TOKEN_INVALID, HTTPS_REQUIRED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?:
        | {
            everywhere?: ('true' | 'false') | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never | undefined;
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSignInLink: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Name of the person */
          name: string;
          /** @enum {string} */
          role: 'owner' | 'operator' | 'viewer' | 'member';
          /** @description Name or id; members only */
          company?: string | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            sign_in_url: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            expires_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listPeople: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            people: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              name: string;
              /** @enum {string} */
              signs_in_with: 'link' | 'oidc';
              /** @enum {string} */
              role: 'owner' | 'operator' | 'viewer' | 'member';
              /** @description Company of a member */
              company: string | null;
              active: boolean;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              last_signed_in_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changePerson: {
    parameters: {
      query: {
        person_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          role?: ('owner' | 'operator' | 'viewer' | 'member') | undefined;
          /** @description Name or id; members only */
          company?: string | undefined;
          active?: boolean | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            /** @enum {string} */
            signs_in_with: 'link' | 'oidc';
            /** @enum {string} */
            role: 'owner' | 'operator' | 'viewer' | 'member';
            /** @description Company of a member */
            company: string | null;
            active: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            last_signed_in_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  endSessionsOf: {
    parameters: {
      query: {
        person_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never | undefined;
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listShares: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            shares: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              address: string;
              /** @description Name of the person */
              shared_by: string;
              /** @enum {string} */
              standing: 'active' | 'expired' | 'revoked';
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              expires_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createShare: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          place: {
            address: string;
            /** @description null without a value */
            home: {
              property_type: string | null;
              bedrooms: number | null;
              bathrooms: number | null;
              living_square_feet: number | null;
              lot_square_feet: number | null;
              year_built: number | null;
              /** @description YYYY-MM-DD */
              last_sale_date: string | null;
              last_sale_price: number | null;
            } | null;
            as_is: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            arv: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            /** @description US dollars a month */
            rent: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            /** @description Maximum offer */
            offer: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
              /** @description Percent of the value after repair */
              rule: number;
              /** @description US dollars */
              repairs: number;
              /** @description US dollars */
              fee: number;
            } | null;
            /** @description Best rank first */
            buyers: {
              rank: number;
              /** @description Owner name on record */
              name: string;
              /** @enum {string} */
              buyer_type: 'flipper' | 'landlord';
              deals_nearby: number;
              /** @description YYYY-MM-DD */
              last_purchase_date: string | null;
              miles: number;
            }[];
            buyers_found: number;
            radius_miles: number;
            /** @description YYYY-MM-DD */
            records_through: string | null;
          };
          /** @description Days until it expires; 7 by default */
          days?: number | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            address: string;
            /** @description Name of the person */
            shared_by: string;
            /** @enum {string} */
            standing: 'active' | 'expired' | 'revoked';
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            expires_at: string;
            /** @description Shown once */
            url: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description LIMIT_REACHED */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  revokeShare: {
    parameters: {
      query: {
        share_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            address: string;
            /** @description Name of the person */
            shared_by: string;
            /** @enum {string} */
            standing: 'active' | 'expired' | 'revoked';
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            expires_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  makePlaceReport: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          place: {
            address: string;
            /** @description null without a value */
            home: {
              property_type: string | null;
              bedrooms: number | null;
              bathrooms: number | null;
              living_square_feet: number | null;
              lot_square_feet: number | null;
              year_built: number | null;
              /** @description YYYY-MM-DD */
              last_sale_date: string | null;
              last_sale_price: number | null;
            } | null;
            as_is: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            arv: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            /** @description US dollars a month */
            rent: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
            } | null;
            /** @description Maximum offer */
            offer: {
              /** @description US dollars */
              value: number;
              /** @description US dollars */
              value_low: number;
              /** @description US dollars */
              value_high: number;
              /** @description Percent of the value after repair */
              rule: number;
              /** @description US dollars */
              repairs: number;
              /** @description US dollars */
              fee: number;
            } | null;
            /** @description Best rank first */
            buyers: {
              rank: number;
              /** @description Owner name on record */
              name: string;
              /** @enum {string} */
              buyer_type: 'flipper' | 'landlord';
              deals_nearby: number;
              /** @description YYYY-MM-DD */
              last_purchase_date: string | null;
              miles: number;
            }[];
            buyers_found: number;
            radius_miles: number;
            /** @description YYYY-MM-DD */
            records_through: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/pdf': unknown;
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSavedSearches: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            saved_searches: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              name: string;
              /** @description Query of the page of its buyers */
              query: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              seen_at: string;
              /** @description Last day of the records that were searched */
              records_through: string | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
          };
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSavedSearch: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          /** @description Query of the page of its buyers */
          query: string;
          /** @description All buyers of the search now */
          buyers: {
            buyer_id: string;
            /** @description YYYY-MM-DD */
            last_purchase_date: string | null;
          }[];
          /** @description Last day of the records that were searched */
          records_through: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            /** @description Query of the page of its buyers */
            query: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            seen_at: string;
            /** @description Last day of the records that were searched */
            records_through: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description LIMIT_REACHED */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  deleteSavedSearch: {
    parameters: {
      query: {
        saved_search_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never | undefined;
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  seeSavedSearch: {
    parameters: {
      query: {
        saved_search_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description All buyers of the search now */
          buyers: {
            buyer_id: string;
            /** @description YYYY-MM-DD */
            last_purchase_date: string | null;
          }[];
          /** @description Last day of the records that were searched */
          records_through: string | null;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            /** @description Query of the page of its buyers */
            query: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            seen_at: string;
            /** @description Last day of the records that were searched */
            records_through: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readSavedSearch: {
    parameters: {
      query: {
        saved_search_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            /** @description Query of the page of its buyers */
            query: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            seen_at: string;
            /** @description Last day of the records that were searched */
            records_through: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /** @description All buyers of the search now */
            buyers: {
              buyer_id: string;
              /** @description YYYY-MM-DD */
              last_purchase_date: string | null;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listCompanies: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            companies: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              name: string;
              contact_email: string | null;
              active: boolean;
              subscription: ('active' | 'trial' | 'lapsed') | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createCompany: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          contact_email?: (string | null) | undefined;
          subscription?: (('active' | 'trial' | 'lapsed') | null) | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            contact_email: string | null;
            active: boolean;
            subscription: ('active' | 'trial' | 'lapsed') | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ALREADY_EXISTS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeCompany: {
    parameters: {
      query: {
        company: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string | undefined;
          active?: boolean | undefined;
          contact_email?: (string | null) | undefined;
          subscription?: (('active' | 'trial' | 'lapsed') | null) | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            contact_email: string | null;
            active: boolean;
            subscription: ('active' | 'trial' | 'lapsed') | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ALREADY_EXISTS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readCompany: {
    parameters: {
      query: {
        company: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            contact_email: string | null;
            active: boolean;
            subscription: ('active' | 'trial' | 'lapsed') | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            limits: {
              /** @enum {string} */
              endpoint:
                | 'autocomplete'
                | 'retail_comps'
                | 'analytics_search'
                | 'analytics_summary'
                | 'buyer_search'
                | 'investor_comps'
                | 'linked_deals'
                | 'offers'
                | 'legacy_search';
              /** @description Limit of the company's own plan, such as a trial */
              plan_limit: number | null;
              /** @description Agreed instead of the documented limit */
              custom_limit: number | null;
            }[];
            seats: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              name: string;
              may_search_buyers: boolean;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  setCompanyLimit: {
    parameters: {
      query: {
        company: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          endpoint: string;
          /** @description null removes it */
          plan_limit?: (number | null) | undefined;
          /** @description null removes it */
          custom_limit?: (number | null) | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            endpoint:
              | 'autocomplete'
              | 'retail_comps'
              | 'analytics_search'
              | 'analytics_summary'
              | 'buyer_search'
              | 'investor_comps'
              | 'linked_deals'
              | 'offers'
              | 'legacy_search';
            /** @description Limit of the company's own plan, such as a trial */
            plan_limit: number | null;
            /** @description Agreed instead of the documented limit */
            custom_limit: number | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  setSeat: {
    parameters: {
      query: {
        company: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          name: string;
          may_search_buyers: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            name: string;
            may_search_buyers: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listKeys: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
            company?: string | undefined;
            kind?: ('subscriber' | 'enterprise' | 'legacy_search') | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            keys: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              id: string;
              /** @enum {string} */
              kind: 'subscriber' | 'enterprise' | 'legacy_search';
              name: string;
              company: string;
              active: boolean;
              is_test: boolean;
              /** @description The beginning of the key; the key itself is shown once */
              key_prefix: string;
              rate_limit: number;
              rate_window_seconds: number;
              monthly_limit: number | null;
              /** @description null: every endpoint of its kind */
              authorized_endpoints: string[] | null;
              /** @description null: any */
              allowed_addresses: string[] | null;
              seat: string | null;
              plans: string[];
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              deactivated_at: string | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              revoked_at: string | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              last_used_at: string | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              previous_secret_until: string | null;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createKey: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          kind: 'subscriber' | 'enterprise' | 'legacy_search';
          name: string;
          /** @description Name; the name of the key by default */
          company?: string | undefined;
          is_test?: boolean | undefined;
          plans?: string[] | undefined;
          rate_limit?: number | undefined;
          monthly_limit?: number | undefined;
          authorized_endpoints?: (string[] | null) | undefined;
          allowed_addresses?: (string[] | null) | undefined;
          seat?: (string | null) | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            /** @enum {string} */
            kind: 'subscriber' | 'enterprise' | 'legacy_search';
            name: string;
            company: string;
            active: boolean;
            is_test: boolean;
            /** @description The beginning of the key; the key itself is shown once */
            key_prefix: string;
            rate_limit: number;
            rate_window_seconds: number;
            monthly_limit: number | null;
            /** @description null: every endpoint of its kind */
            authorized_endpoints: string[] | null;
            /** @description null: any */
            allowed_addresses: string[] | null;
            seat: string | null;
            plans: string[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            deactivated_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            previous_secret_until: string | null;
            /** @description The key. Plat stores a hash only and cannot show it again */
            key: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  revokeKey: {
    parameters: {
      query: {
        key: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            /** @enum {string} */
            kind: 'subscriber' | 'enterprise' | 'legacy_search';
            name: string;
            company: string;
            active: boolean;
            is_test: boolean;
            /** @description The beginning of the key; the key itself is shown once */
            key_prefix: string;
            rate_limit: number;
            rate_window_seconds: number;
            monthly_limit: number | null;
            /** @description null: every endpoint of its kind */
            authorized_endpoints: string[] | null;
            /** @description null: any */
            allowed_addresses: string[] | null;
            seat: string | null;
            plans: string[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            deactivated_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            previous_secret_until: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeKey: {
    parameters: {
      query: {
        key: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          name?: string | undefined;
          active?: boolean | undefined;
          add_plans?: string[] | undefined;
          remove_plans?: string[] | undefined;
          rate_limit?: number | undefined;
          monthly_limit?: number | undefined;
          authorized_endpoints?: (string[] | null) | undefined;
          allowed_addresses?: (string[] | null) | undefined;
          seat?: (string | null) | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            /** @enum {string} */
            kind: 'subscriber' | 'enterprise' | 'legacy_search';
            name: string;
            company: string;
            active: boolean;
            is_test: boolean;
            /** @description The beginning of the key; the key itself is shown once */
            key_prefix: string;
            rate_limit: number;
            rate_window_seconds: number;
            monthly_limit: number | null;
            /** @description null: every endpoint of its kind */
            authorized_endpoints: string[] | null;
            /** @description null: any */
            allowed_addresses: string[] | null;
            seat: string | null;
            plans: string[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            deactivated_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            previous_secret_until: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  rotateKey: {
    parameters: {
      query: {
        key: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description How long the old secret works; 0 by default */
          overlap_hours?: number | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            id: string;
            /** @enum {string} */
            kind: 'subscriber' | 'enterprise' | 'legacy_search';
            name: string;
            company: string;
            active: boolean;
            is_test: boolean;
            /** @description The beginning of the key; the key itself is shown once */
            key_prefix: string;
            rate_limit: number;
            rate_window_seconds: number;
            monthly_limit: number | null;
            /** @description null: every endpoint of its kind */
            authorized_endpoints: string[] | null;
            /** @description null: any */
            allowed_addresses: string[] | null;
            seat: string | null;
            plans: string[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            deactivated_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            revoked_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            last_used_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            previous_secret_until: string | null;
            /** @description The key. Plat stores a hash only and cannot show it again */
            key: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listPlans: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            plans: {
              plan_id: string;
              plan_name: string;
              monthly_price_usd: number;
              /** @description Requests per month and end user; 0: not covered */
              autocomplete_limit: number;
              /** @description Requests per month and end user; 0: not covered */
              analytics_search_limit: number;
              /** @description Requests per month and end user; 0: not covered */
              buyer_search_limit: number;
              /** @description Requests per month and end user; 0: not covered */
              investor_comps_limit: number;
              /** @description Requests per month and end user; 0: not covered */
              retail_comps_limit: number;
              /** @description Requests per month and end user; 0: not covered */
              linked_deals_limit: number;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createPlan: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          plan_id: string;
          plan_name: string;
          monthly_price_usd: number;
          /** @description Requests per month and end user; 0: not covered */
          autocomplete_limit: number;
          /** @description Requests per month and end user; 0: not covered */
          analytics_search_limit: number;
          /** @description Requests per month and end user; 0: not covered */
          buyer_search_limit: number;
          /** @description Requests per month and end user; 0: not covered */
          investor_comps_limit: number;
          /** @description Requests per month and end user; 0: not covered */
          retail_comps_limit: number;
          /** @description Requests per month and end user; 0: not covered */
          linked_deals_limit: number;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            plan_id: string;
            plan_name: string;
            monthly_price_usd: number;
            /** @description Requests per month and end user; 0: not covered */
            autocomplete_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            analytics_search_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            buyer_search_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            investor_comps_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            retail_comps_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            linked_deals_limit: number;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ALREADY_EXISTS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changePlan: {
    parameters: {
      query: {
        plan_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          plan_name?: string | undefined;
          monthly_price_usd?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          autocomplete_limit?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          analytics_search_limit?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          buyer_search_limit?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          investor_comps_limit?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          retail_comps_limit?: number | undefined;
          /** @description Requests per month and end user; 0: not covered */
          linked_deals_limit?: number | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            plan_id: string;
            plan_name: string;
            monthly_price_usd: number;
            /** @description Requests per month and end user; 0: not covered */
            autocomplete_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            analytics_search_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            buyer_search_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            investor_comps_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            retail_comps_limit: number;
            /** @description Requests per month and end user; 0: not covered */
            linked_deals_limit: number;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query: {
        key: string;
        cursor?: string | undefined;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            users: {
              /** @description The caller's own identifier of the end user */
              user_id: string;
              active: boolean;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createUser: {
    parameters: {
      query: {
        key: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          user_id: string;
          active?: boolean | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The caller's own identifier of the end user */
            user_id: string;
            active: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ALREADY_EXISTS */
      409: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeUser: {
    parameters: {
      query: {
        key: string;
        user_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          active: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description The caller's own identifier of the end user */
            user_id: string;
            active: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readUser: {
    parameters: {
      query: {
        key: string;
        user_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            user_id: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            active: boolean;
            subscriptions: {
              id: string;
              plan_id: string;
              active: boolean;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
            /** @description Requests per endpoint in this calendar month (UTC) */
            current_period_usage: {
              autocomplete: number;
              retail_comps: number;
              analytics_search: number;
              analytics_summary: number;
              buyer_search: number;
              investor_comps: number;
              linked_deals: number;
            };
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  createSubscription: {
    parameters: {
      query: {
        key: string;
        user_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          plan_id: string;
        };
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            plan_id: string;
            active: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeSubscription: {
    parameters: {
      query: {
        key: string;
        subscription_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          active: boolean;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            plan_id: string;
            active: boolean;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readUsage: {
    parameters: {
      query?:
        | {
            company?: string | undefined;
            key?: string | undefined;
            user_id?: string | undefined;
            month?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description First day of the month */
            month: string;
            /** @enum {string} */
            scope: 'company' | 'key' | 'user' | 'users_of_key';
            endpoints: {
              /** @enum {string} */
              endpoint:
                | 'autocomplete'
                | 'retail_comps'
                | 'analytics_search'
                | 'analytics_summary'
                | 'buyer_search'
                | 'investor_comps'
                | 'linked_deals'
                | 'offers'
                | 'legacy_search';
              limit: number | null;
              used: number;
              reserved: number;
              remaining: number | null;
              used_in_pool?: number | undefined;
            }[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            resets_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readUsageReport: {
    parameters: {
      query?:
        | {
            month?: string | undefined;
            by?: string | undefined;
            company?: string | undefined;
            format?: ('json' | 'csv') | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @description YYYY-MM in UTC */
            month: string;
            by: ('company' | 'key' | 'user' | 'endpoint')[];
            columns: string[];
            rows: {
              month: string;
              company?: string | undefined;
              /** @description `application` for the console and the own application */
              key_id?: string | undefined;
              user_id?: (string | null) | undefined;
              endpoint?: string | undefined;
              calls_counted: number;
              calls_not_counted: number;
            }[];
          };
          'text/csv': unknown;
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readCoverage: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            realms: {
              live: {
                version: number;
                properties: number;
                sales: number;
                flips: number;
                rentals: number;
                buyers: number;
              };
              sample: {
                version: number;
                properties: number;
                sales: number;
                flips: number;
                rentals: number;
                buyers: number;
              };
            };
            counties: {
              /** @enum {string} */
              realm: 'live' | 'sample';
              fips: string | null;
              county: string | null;
              state: string;
              records_from: string | null;
              records_through: string | null;
              is_stale: boolean;
            }[];
          };
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listVersions: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            versions: {
              version: number;
              /** @enum {string} */
              kind: 'import' | 'rebuild' | 'rollback' | 'removal';
              as_of: string;
              created_at: string;
              sources: string[];
              /** @description Build of each region */
              regions: {
                [key: string]: number;
              };
              /** @description For a rollback: the version that it serves again */
              restores: number | null;
              is_serving: boolean;
              is_kept: boolean;
              bytes_alone: number | null;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  compareVersions: {
    parameters: {
      query: {
        before: string;
        after: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            counties: {
              state: string;
              county: string | null;
              fips: string | null;
              /** @description null if the version lacks the county */
              before: {
                properties: number;
                sales: number;
                flips: number;
                rentals: number;
                buyers: number;
                /** @description US dollars; arm's-length sales of the last year on record */
                median_price: number | null;
              } | null;
              after: {
                properties: number;
                sales: number;
                flips: number;
                rentals: number;
                buyers: number;
                /** @description US dollars; arm's-length sales of the last year on record */
                median_price: number | null;
              } | null;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  rollbackVersion: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The previous one by default */
          version?: number | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            restores: number;
            dataset: {
              version: number;
              properties: number;
              sales: number;
              flips: number;
              rentals: number;
              buyers: number;
            };
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeRecords: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          state: string;
          /** @description FIPS code */
          county?: string | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            state: string;
            county: string | null;
            properties: number;
            dataset: {
              version: number;
              properties: number;
              sales: number;
              flips: number;
              rentals: number;
              buyers: number;
            };
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listImports: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            imports: {
              id: string;
              file_name: string;
              bytes: number;
              /** @enum {string} */
              state: 'uploaded' | 'checking' | 'ready' | 'running' | 'published' | 'failed' | 'cancelled';
              /** @description Source that the columns belong to; null if none is recognised */
              layout: string | null;
              /** @description Source that the file was checked with */
              source: string | null;
              /** @description null unless it runs; a running import without progress waits for another one */
              progress: {
                stage: string;
                region: string | null;
                rows: number;
                /** @description Done, of the whole import */
                share: number;
              } | null;
              rows: {
                read: number;
                kept: number;
                rejected: number;
              } | null;
              /** @description Version of the records that it published */
              version: number | null;
              /** @description Why it failed or could not be checked, and what to do */
              problem: string | null;
              is_file_kept: boolean;
              uploaded_by: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              uploaded_at: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              finished_at: string | null;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  uploadImport: {
    parameters: {
      query: {
        name: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/octet-stream': unknown;
      };
    };
    responses: {
      /** @description Success */
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            file_name: string;
            bytes: number;
            /** @enum {string} */
            state: 'uploaded' | 'checking' | 'ready' | 'running' | 'published' | 'failed' | 'cancelled';
            /** @description Source that the columns belong to; null if none is recognised */
            layout: string | null;
            /** @description Source that the file was checked with */
            source: string | null;
            /** @description null unless it runs; a running import without progress waits for another one */
            progress: {
              stage: string;
              region: string | null;
              rows: number;
              /** @description Done, of the whole import */
              share: number;
            } | null;
            rows: {
              read: number;
              kept: number;
              rejected: number;
            } | null;
            /** @description Version of the records that it published */
            version: number | null;
            /** @description Why it failed or could not be checked, and what to do */
            problem: string | null;
            is_file_kept: boolean;
            uploaded_by: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            uploaded_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            finished_at: string | null;
            columns: string[];
            header_line: number;
            /** @description For each kind of rows: canonical column to column of the file */
            guesses: {
              [key: string]: {
                [key: string]: string;
              };
            };
            /** @description Of the last check; of a new upload, that of the last published file with the same columns */
            mapping: {
              [key: string]: unknown;
            } | null;
            preview: {
              kinds: {
                kind: string;
                read: number;
                kept: number;
                rejected: number;
                columns: string[];
                /** @description The first 50 kept rows, in the order of `columns` */
                sample: ((string | number | boolean) | null)[][];
              }[];
              places: {
                state: string;
                county: string | null;
                rows: number;
              }[];
              rejects: {
                reason: string;
                count: number;
              }[];
              left_out: {
                reason: string;
                count: number;
              }[];
              /** @description The first of them */
              rejected_rows: {
                line: number | null;
                kind: string;
                column: string | null;
                value: string | null;
                reason: string;
              }[];
              notes: string[];
            } | null;
            rejects: {
              reason: string;
              count: number;
            }[];
            notes: string[];
          };
        };
      };
      /** @description INVALID_REQUEST_BODY, VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeImport: {
    parameters: {
      query: {
        import: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      204: {
        headers: {
          [name: string]: unknown;
        };
        content?: never | undefined;
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readImport: {
    parameters: {
      query: {
        import: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            file_name: string;
            bytes: number;
            /** @enum {string} */
            state: 'uploaded' | 'checking' | 'ready' | 'running' | 'published' | 'failed' | 'cancelled';
            /** @description Source that the columns belong to; null if none is recognised */
            layout: string | null;
            /** @description Source that the file was checked with */
            source: string | null;
            /** @description null unless it runs; a running import without progress waits for another one */
            progress: {
              stage: string;
              region: string | null;
              rows: number;
              /** @description Done, of the whole import */
              share: number;
            } | null;
            rows: {
              read: number;
              kept: number;
              rejected: number;
            } | null;
            /** @description Version of the records that it published */
            version: number | null;
            /** @description Why it failed or could not be checked, and what to do */
            problem: string | null;
            is_file_kept: boolean;
            uploaded_by: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            uploaded_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            finished_at: string | null;
            columns: string[];
            header_line: number;
            /** @description For each kind of rows: canonical column to column of the file */
            guesses: {
              [key: string]: {
                [key: string]: string;
              };
            };
            /** @description Of the last check; of a new upload, that of the last published file with the same columns */
            mapping: {
              [key: string]: unknown;
            } | null;
            preview: {
              kinds: {
                kind: string;
                read: number;
                kept: number;
                rejected: number;
                columns: string[];
                /** @description The first 50 kept rows, in the order of `columns` */
                sample: ((string | number | boolean) | null)[][];
              }[];
              places: {
                state: string;
                county: string | null;
                rows: number;
              }[];
              rejects: {
                reason: string;
                count: number;
              }[];
              left_out: {
                reason: string;
                count: number;
              }[];
              /** @description The first of them */
              rejected_rows: {
                line: number | null;
                kind: string;
                column: string | null;
                value: string | null;
                reason: string;
              }[];
              notes: string[];
            } | null;
            rejects: {
              reason: string;
              count: number;
            }[];
            notes: string[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listImportLayouts: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            max_bytes: number;
            sources: {
              name: string;
              title: string;
            }[];
            kinds: {
              kind: string;
              columns: {
                name: string;
                type: string;
                is_required: boolean;
                meaning: string;
              }[];
            }[];
          };
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  previewImport: {
    parameters: {
      query: {
        import: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description `canonical` or a built-in source */
          source?: string | undefined;
          /** @description docs/reference/mappings.md, in place of a source */
          mapping?:
            | {
                [key: string]: unknown;
              }
            | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            file_name: string;
            bytes: number;
            /** @enum {string} */
            state: 'uploaded' | 'checking' | 'ready' | 'running' | 'published' | 'failed' | 'cancelled';
            /** @description Source that the columns belong to; null if none is recognised */
            layout: string | null;
            /** @description Source that the file was checked with */
            source: string | null;
            /** @description null unless it runs; a running import without progress waits for another one */
            progress: {
              stage: string;
              region: string | null;
              rows: number;
              /** @description Done, of the whole import */
              share: number;
            } | null;
            rows: {
              read: number;
              kept: number;
              rejected: number;
            } | null;
            /** @description Version of the records that it published */
            version: number | null;
            /** @description Why it failed or could not be checked, and what to do */
            problem: string | null;
            is_file_kept: boolean;
            uploaded_by: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            uploaded_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            finished_at: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  startImport: {
    parameters: {
      query: {
        import: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Of the rows; 0.2 by default */
          max_rejected_share?: number | undefined;
          /** @description Import a do-not-contact list without its bad rows */
          accept_rejected?: boolean | undefined;
          /** @description Import even if more than 20 % of a column's filled cells become empty */
          allow_blanking?: boolean | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            id: string;
            file_name: string;
            bytes: number;
            /** @enum {string} */
            state: 'uploaded' | 'checking' | 'ready' | 'running' | 'published' | 'failed' | 'cancelled';
            /** @description Source that the columns belong to; null if none is recognised */
            layout: string | null;
            /** @description Source that the file was checked with */
            source: string | null;
            /** @description null unless it runs; a running import without progress waits for another one */
            progress: {
              stage: string;
              region: string | null;
              rows: number;
              /** @description Done, of the whole import */
              share: number;
            } | null;
            rows: {
              read: number;
              kept: number;
              rejected: number;
            } | null;
            /** @description Version of the records that it published */
            version: number | null;
            /** @description Why it failed or could not be checked, and what to do */
            problem: string | null;
            is_file_kept: boolean;
            uploaded_by: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            uploaded_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            finished_at: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  runDoctor: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            result: 'ok' | 'warn' | 'fail';
            checks: {
              name: string;
              /** @enum {string} */
              standing: 'ok' | 'warn' | 'fail' | 'skipped';
              seen: string;
              /** @description Remedy */
              advice?: string | undefined;
            }[];
          };
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SERVICE_UNAVAILABLE */
      503: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listDeals: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
            stage?: ('new' | 'marketing' | 'under_contract' | 'closed' | 'lost') | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deals: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              deal_id: string;
              company_id: string;
              address: string;
              latitude: number | null;
              longitude: number | null;
              /** @enum {string} */
              stage: 'new' | 'marketing' | 'under_contract' | 'closed' | 'lost';
              buyer_count: number;
              /** @description Buyers beyond found that did not decline */
              active_buyer_count: number;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              updated_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeDeal: {
    parameters: {
      query: {
        deal_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          stage: 'new' | 'marketing' | 'under_contract' | 'closed' | 'lost';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            deal_id: string;
            company_id: string;
            address: string;
            latitude: number | null;
            longitude: number | null;
            /** @enum {string} */
            stage: 'new' | 'marketing' | 'under_contract' | 'closed' | 'lost';
            buyer_count: number;
            /** @description Buyers beyond found that did not decline */
            active_buyer_count: number;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            updated_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  readDeal: {
    parameters: {
      query: {
        deal_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            deal_id: string;
            company_id: string;
            address: string;
            latitude: number | null;
            longitude: number | null;
            /** @enum {string} */
            stage: 'new' | 'marketing' | 'under_contract' | 'closed' | 'lost';
            buyer_count: number;
            /** @description Buyers beyond found that did not decline */
            active_buyer_count: number;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            updated_at: string;
            buyers: {
              /** @description Names the buyer within the deal */
              buyer: string;
              /** @enum {string} */
              stage: 'found' | 'contacted' | 'interested' | 'offered' | 'accepted' | 'declined';
              found:
                | {
                    /** @description Null when unknown or suppressed by Do Not Contact lists */
                    buyer_first_name: string | null;
                    /** @description Null when unknown or suppressed by Do Not Contact lists */
                    buyer_last_name: string | null;
                    /** @description Owner name on record, often an LLC */
                    buyer_entity_name: string | null;
                    /**
                     * @description Wireless number, ten digits; null when unknown or suppressed
                     * @example 6025550142
                     */
                    buyer_phone_number: number | null;
                    /** @description Null when unknown or suppressed */
                    buyer_email: string | null;
                    /** @description Address of the property that the buyer flipped or bought */
                    address: string | null;
                    bedrooms: number | null;
                    bathrooms: number | null;
                    /** @description Square feet */
                    livingsquarefeet: number | null;
                    /** @description Square feet */
                    lotsquarefeet: number | null;
                    /** @description Descriptive type name */
                    propertytype: string | null;
                    /** @description Decimal degrees */
                    latitude: number | null;
                    /** @description Decimal degrees */
                    longitude: number | null;
                    /** @description Miles, rounded to two decimals */
                    miles_from_subject: number;
                    /** @description Whether the buyer is among the strongest matches for the subject */
                    smart_match: boolean;
                    /** @description 1 is the best match; results are in this order */
                    smart_match_rank: number;
                    /** @constant */
                    buyer_type: 'flipper';
                    /** @description Date the buyer sold the flipped property */
                    flip_sale_transaction_date: string | null;
                    /** @description US dollars */
                    flip_sale_transaction_price: number | null;
                    /** @description Date the buyer bought the flipped property */
                    flip_purchase_transaction_date: string | null;
                    /** @description US dollars */
                    flip_purchase_transaction_price: number | null;
                    /** @description How the buyer paid */
                    flip_purchase_method: string | null;
                    rental_purchase_transaction_date: null;
                    rental_purchase_transaction_price: null;
                    rental_purchase_method: null;
                    /**
                     * @description With explain: how the contact stands
                     * @enum {string}
                     */
                    contact_status?:
                      | (
                          | 'available'
                          | 'partly_withheld'
                          | 'withheld'
                          | 'phones_withheld'
                          | 'not_found'
                          | 'lookup_failed'
                        )
                      | undefined;
                    /**
                     * @description With explain: when the do-not-contact lists were asked
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    contact_checked_at?: (string | null) | undefined;
                    explain?:
                      | {
                          /** @description Stays the same through later imports; see GET /v1/buyers */
                          buyer_id: string;
                          /** @description The property that the buyer flipped or bought */
                          property_id: string;
                          /** @description The assessor's identifier of that property */
                          parcel_id: string;
                          /** @description Address on the buyer's newest deal; null when unknown, or when a person asked for deletion */
                          mailing_address: {
                            line: string | null;
                            city: string | null;
                            state: string | null;
                            zip: string | null;
                          } | null;
                          match: {
                            /** @description Sum of the points */
                            score: number;
                            parts: {
                              /** @enum {string} */
                              name: 'proximity' | 'recency' | 'similarity' | 'activity' | 'reliability';
                              value: number;
                              /** @description The weights of all parts sum to 1 */
                              weight: number;
                              /** @description value times weight */
                              points: number;
                              /**
                               * @description Only when the records tell nothing: value is then the neutral one
                               * @constant
                               */
                              judged?: false | undefined;
                            }[];
                          };
                          /** @description Deals of the buyer, newest first */
                          evidence: {
                            /** @enum {string} */
                            deal_type: 'flip' | 'rental';
                            property_id: string;
                            address: string | null;
                            /** @description YYYY-MM-DD */
                            purchase_date: string;
                            /** @description US dollars */
                            purchase_price: number | null;
                            /** @description Resale of a flip */
                            sale_date: string | null;
                            /** @description US dollars */
                            sale_price: number | null;
                            /** @description Miles, two decimals; null without coordinates */
                            miles_from_subject: number | null;
                          }[];
                          /** @description Flips and rental purchases of the buyer in the circle and the window */
                          deals_in_radius: number;
                          /** @enum {string} */
                          contact_status:
                            | 'available'
                            | 'partly_withheld'
                            | 'withheld'
                            | 'phones_withheld'
                            | 'not_found'
                            | 'lookup_failed';
                          /**
                           * @description ISO 8601 timestamp in UTC
                           * @example 2026-03-01T12:00:00.000Z
                           */
                          contact_checked_at: string | null;
                        }
                      | undefined;
                  }
                | {
                    /** @description Null when unknown or suppressed by Do Not Contact lists */
                    buyer_first_name: string | null;
                    /** @description Null when unknown or suppressed by Do Not Contact lists */
                    buyer_last_name: string | null;
                    /** @description Owner name on record, often an LLC */
                    buyer_entity_name: string | null;
                    /**
                     * @description Wireless number, ten digits; null when unknown or suppressed
                     * @example 6025550142
                     */
                    buyer_phone_number: number | null;
                    /** @description Null when unknown or suppressed */
                    buyer_email: string | null;
                    /** @description Address of the property that the buyer flipped or bought */
                    address: string | null;
                    bedrooms: number | null;
                    bathrooms: number | null;
                    /** @description Square feet */
                    livingsquarefeet: number | null;
                    /** @description Square feet */
                    lotsquarefeet: number | null;
                    /** @description Descriptive type name */
                    propertytype: string | null;
                    /** @description Decimal degrees */
                    latitude: number | null;
                    /** @description Decimal degrees */
                    longitude: number | null;
                    /** @description Miles, rounded to two decimals */
                    miles_from_subject: number;
                    /** @description Whether the buyer is among the strongest matches for the subject */
                    smart_match: boolean;
                    /** @description 1 is the best match; results are in this order */
                    smart_match_rank: number;
                    /** @constant */
                    buyer_type: 'landlord';
                    flip_sale_transaction_date: null;
                    flip_sale_transaction_price: null;
                    flip_purchase_transaction_date: null;
                    flip_purchase_transaction_price: null;
                    flip_purchase_method: null;
                    /** @description Date the buyer bought the property */
                    rental_purchase_transaction_date: string | null;
                    /** @description US dollars */
                    rental_purchase_transaction_price: number | null;
                    /** @description How the buyer paid */
                    rental_purchase_method: string | null;
                    /**
                     * @description With explain: how the contact stands
                     * @enum {string}
                     */
                    contact_status?:
                      | (
                          | 'available'
                          | 'partly_withheld'
                          | 'withheld'
                          | 'phones_withheld'
                          | 'not_found'
                          | 'lookup_failed'
                        )
                      | undefined;
                    /**
                     * @description With explain: when the do-not-contact lists were asked
                     * @example 2026-03-01T12:00:00.000Z
                     */
                    contact_checked_at?: (string | null) | undefined;
                    explain?:
                      | {
                          /** @description Stays the same through later imports; see GET /v1/buyers */
                          buyer_id: string;
                          /** @description The property that the buyer flipped or bought */
                          property_id: string;
                          /** @description The assessor's identifier of that property */
                          parcel_id: string;
                          /** @description Address on the buyer's newest deal; null when unknown, or when a person asked for deletion */
                          mailing_address: {
                            line: string | null;
                            city: string | null;
                            state: string | null;
                            zip: string | null;
                          } | null;
                          match: {
                            /** @description Sum of the points */
                            score: number;
                            parts: {
                              /** @enum {string} */
                              name: 'proximity' | 'recency' | 'similarity' | 'activity' | 'reliability';
                              value: number;
                              /** @description The weights of all parts sum to 1 */
                              weight: number;
                              /** @description value times weight */
                              points: number;
                              /**
                               * @description Only when the records tell nothing: value is then the neutral one
                               * @constant
                               */
                              judged?: false | undefined;
                            }[];
                          };
                          /** @description Deals of the buyer, newest first */
                          evidence: {
                            /** @enum {string} */
                            deal_type: 'flip' | 'rental';
                            property_id: string;
                            address: string | null;
                            /** @description YYYY-MM-DD */
                            purchase_date: string;
                            /** @description US dollars */
                            purchase_price: number | null;
                            /** @description Resale of a flip */
                            sale_date: string | null;
                            /** @description US dollars */
                            sale_price: number | null;
                            /** @description Miles, two decimals; null without coordinates */
                            miles_from_subject: number | null;
                          }[];
                          /** @description Flips and rental purchases of the buyer in the circle and the window */
                          deals_in_radius: number;
                          /** @enum {string} */
                          contact_status:
                            | 'available'
                            | 'partly_withheld'
                            | 'withheld'
                            | 'phones_withheld'
                            | 'not_found'
                            | 'lookup_failed';
                          /**
                           * @description ISO 8601 timestamp in UTC
                           * @example 2026-03-01T12:00:00.000Z
                           */
                          contact_checked_at: string | null;
                        }
                      | undefined;
                  };
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  changeDealBuyer: {
    parameters: {
      query: {
        deal_id: string;
        buyer: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          stage: 'found' | 'contacted' | 'interested' | 'offered' | 'accepted' | 'declined';
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            deal_id: string;
            company_id: string;
            address: string;
            latitude: number | null;
            longitude: number | null;
            /** @enum {string} */
            stage: 'new' | 'marketing' | 'under_contract' | 'closed' | 'lost';
            buyer_count: number;
            /** @description Buyers beyond found that did not decline */
            active_buyer_count: number;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            updated_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listRequests: {
    parameters: {
      query: {
        cursor?: string | undefined;
        limit?: string | undefined;
        key: string;
        outcome?: ('succeeded' | 'refused' | 'failed') | undefined;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            requests: {
              /** @description The x-request-id header of the answer */
              request_id: string;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              at: string;
              method: string;
              /** @description Without the query */
              path: string;
              status: number;
              duration_ms: number;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listWebhooks: {
    parameters: {
      query: {
        key: string;
        status?: ('pending' | 'delivered' | 'failed') | undefined;
        cursor?: string | undefined;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            deliveries: {
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              delivery_id: string;
              /** @description The webhook-id header of all its calls */
              webhook_id: string;
              /** @enum {string} */
              event: 'buyer_search.completed' | 'buyer_search.failed' | 'legacy_search.completed' | 'deal.changed';
              url: string;
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              search_id: string | null;
              /**
               * @description UUID
               * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
               */
              deal_id: string | null;
              /** @enum {string} */
              status: 'pending' | 'delivered' | 'failed';
              /** @description The last 20 at most, oldest first */
              attempts: {
                /**
                 * @description ISO 8601 timestamp in UTC
                 * @example 2026-03-01T12:00:00.000Z
                 */
                at: string;
                /** @description HTTP status of the receiver; null when there was no response */
                status: number | null;
                /** @description Reason of the failure */
                error: string | null;
                duration_ms: number;
              }[];
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              next_attempt_at: string | null;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              created_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  replayWebhookDelivery: {
    parameters: {
      query: {
        delivery_id: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            delivery_id: string;
            /** @description The webhook-id header of all its calls */
            webhook_id: string;
            /** @enum {string} */
            event: 'buyer_search.completed' | 'buyer_search.failed' | 'legacy_search.completed' | 'deal.changed';
            url: string;
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            search_id: string | null;
            /**
             * @description UUID
             * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
             */
            deal_id: string | null;
            /** @enum {string} */
            status: 'pending' | 'delivered' | 'failed';
            /** @description The last 20 at most, oldest first */
            attempts: {
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              at: string;
              /** @description HTTP status of the receiver; null when there was no response */
              status: number | null;
              /** @description Reason of the failure */
              error: string | null;
              duration_ms: number;
            }[];
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            next_attempt_at: string | null;
            /**
             * @description ISO 8601 timestamp in UTC
             * @example 2026-03-01T12:00:00.000Z
             */
            created_at: string;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  replayFailedWebhooks: {
    parameters: {
      query: {
        key: string;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      202: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            replayed: number;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listSuppressions: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
            kind?: ('phone' | 'email' | 'person') | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            entries: {
              /** @enum {string} */
              kind: 'phone' | 'email' | 'person';
              value: string;
              list: string;
              note: string | null;
              created_by: string;
              created_at: string;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  addSuppression: {
    parameters: {
      query?: never | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          kind: 'phone' | 'email' | 'person';
          /** @description In any spelling */
          value: string;
          /** @description Persons only: of the mailing address */
          zip?: string | undefined;
          /** @description opt_out by default */
          list?: string | undefined;
          note?: string | undefined;
        };
      };
    };
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @enum {string} */
            kind: 'phone' | 'email' | 'person';
            value: string;
            list: string;
            note: string | null;
            created_by: string;
            created_at: string;
            /** @description False if it was there already */
            added: boolean;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  removeSuppression: {
    parameters: {
      query: {
        kind: 'phone' | 'email' | 'person';
        value: string;
        zip?: string | undefined;
        list?: string | undefined;
      };
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            removed: {
              /** @enum {string} */
              kind: 'phone' | 'email' | 'person';
              value: string;
              list: string;
              note: string | null;
              created_by: string;
              created_at: string;
            }[];
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED, CSRF_TOKEN_INVALID */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
  listAudit: {
    parameters: {
      query?:
        | {
            cursor?: string | undefined;
            limit?: string | undefined;
            company?: string | undefined;
            key?: string | undefined;
          }
        | undefined;
      header?: never | undefined;
      path?: never | undefined;
      cookie?: never | undefined;
    };
    requestBody?: never | undefined;
    responses: {
      /** @description Success */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            events: {
              id: number;
              /**
               * @description ISO 8601 timestamp in UTC
               * @example 2026-03-01T12:00:00.000Z
               */
              at: string;
              actor: string;
              action: string;
              company_id: string | null;
              key_id: string | null;
              subject: string;
              /** @description null if it did not exist */
              before: {
                [key: string]: unknown;
              } | null;
              /** @description null if it did not exist */
              after: {
                [key: string]: unknown;
              } | null;
            }[];
            /** @description For the next page; null on the last one */
            next_cursor: string | null;
          };
        };
      };
      /** @description VALIDATION_ERROR */
      400: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description SIGN_IN_REQUIRED */
      401: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description ROLE_NOT_ALLOWED */
      403: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description NOT_FOUND */
      404: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
      /** @description INTERNAL */
      500: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Error'];
        };
      };
    };
  };
}

export const ADMIN_OPERATIONS = {
  readSignInWays: { method: 'GET', path: '/admin/v1/sign-in-ways', takesFile: false },
  readSession: { method: 'GET', path: '/admin/v1/session', takesFile: false },
  beginSession: { method: 'POST', path: '/admin/v1/session', takesFile: false },
  endSession: { method: 'DELETE', path: '/admin/v1/session', takesFile: false },
  createSignInLink: { method: 'POST', path: '/admin/v1/sign-in-links', takesFile: false },
  listPeople: { method: 'GET', path: '/admin/v1/people', takesFile: false },
  changePerson: { method: 'PATCH', path: '/admin/v1/people', takesFile: false },
  endSessionsOf: { method: 'DELETE', path: '/admin/v1/people/sessions', takesFile: false },
  createShare: { method: 'POST', path: '/admin/v1/shares', takesFile: false },
  listShares: { method: 'GET', path: '/admin/v1/shares', takesFile: false },
  revokeShare: { method: 'DELETE', path: '/admin/v1/shares', takesFile: false },
  makePlaceReport: { method: 'POST', path: '/admin/v1/place-reports', takesFile: false },
  listSavedSearches: { method: 'GET', path: '/admin/v1/saved-searches', takesFile: false },
  readSavedSearch: { method: 'GET', path: '/admin/v1/saved-searches/details', takesFile: false },
  createSavedSearch: { method: 'POST', path: '/admin/v1/saved-searches', takesFile: false },
  seeSavedSearch: { method: 'PATCH', path: '/admin/v1/saved-searches', takesFile: false },
  deleteSavedSearch: { method: 'DELETE', path: '/admin/v1/saved-searches', takesFile: false },
  listCompanies: { method: 'GET', path: '/admin/v1/companies', takesFile: false },
  readCompany: { method: 'GET', path: '/admin/v1/companies/details', takesFile: false },
  createCompany: { method: 'POST', path: '/admin/v1/companies', takesFile: false },
  changeCompany: { method: 'PATCH', path: '/admin/v1/companies', takesFile: false },
  setCompanyLimit: { method: 'POST', path: '/admin/v1/companies/limits', takesFile: false },
  setSeat: { method: 'POST', path: '/admin/v1/companies/seats', takesFile: false },
  listKeys: { method: 'GET', path: '/admin/v1/keys', takesFile: false },
  createKey: { method: 'POST', path: '/admin/v1/keys', takesFile: false },
  changeKey: { method: 'PATCH', path: '/admin/v1/keys', takesFile: false },
  rotateKey: { method: 'POST', path: '/admin/v1/keys/rotate', takesFile: false },
  revokeKey: { method: 'DELETE', path: '/admin/v1/keys', takesFile: false },
  listPlans: { method: 'GET', path: '/admin/v1/plans', takesFile: false },
  createPlan: { method: 'POST', path: '/admin/v1/plans', takesFile: false },
  changePlan: { method: 'PATCH', path: '/admin/v1/plans', takesFile: false },
  listUsers: { method: 'GET', path: '/admin/v1/users', takesFile: false },
  readUser: { method: 'GET', path: '/admin/v1/users/details', takesFile: false },
  createUser: { method: 'POST', path: '/admin/v1/users', takesFile: false },
  changeUser: { method: 'PATCH', path: '/admin/v1/users', takesFile: false },
  createSubscription: { method: 'POST', path: '/admin/v1/users/subscriptions', takesFile: false },
  changeSubscription: { method: 'PATCH', path: '/admin/v1/users/subscriptions', takesFile: false },
  readUsage: { method: 'GET', path: '/admin/v1/usage', takesFile: false },
  readUsageReport: { method: 'GET', path: '/admin/v1/usage-report', takesFile: false },
  readCoverage: { method: 'GET', path: '/admin/v1/coverage', takesFile: false },
  listVersions: { method: 'GET', path: '/admin/v1/versions', takesFile: false },
  compareVersions: { method: 'GET', path: '/admin/v1/versions/compare', takesFile: false },
  rollbackVersion: { method: 'POST', path: '/admin/v1/versions/rollback', takesFile: false },
  removeRecords: { method: 'POST', path: '/admin/v1/versions/remove', takesFile: false },
  listImports: { method: 'GET', path: '/admin/v1/imports', takesFile: false },
  readImport: { method: 'GET', path: '/admin/v1/imports/details', takesFile: false },
  listImportLayouts: { method: 'GET', path: '/admin/v1/imports/layouts', takesFile: false },
  uploadImport: { method: 'POST', path: '/admin/v1/imports', takesFile: true },
  previewImport: { method: 'POST', path: '/admin/v1/imports/preview', takesFile: false },
  startImport: { method: 'POST', path: '/admin/v1/imports/start', takesFile: false },
  removeImport: { method: 'DELETE', path: '/admin/v1/imports', takesFile: false },
  runDoctor: { method: 'GET', path: '/admin/v1/doctor', takesFile: false },
  listDeals: { method: 'GET', path: '/admin/v1/deals', takesFile: false },
  readDeal: { method: 'GET', path: '/admin/v1/deals/details', takesFile: false },
  changeDeal: { method: 'PATCH', path: '/admin/v1/deals', takesFile: false },
  changeDealBuyer: { method: 'PATCH', path: '/admin/v1/deals/buyers', takesFile: false },
  listRequests: { method: 'GET', path: '/admin/v1/requests', takesFile: false },
  listWebhooks: { method: 'GET', path: '/admin/v1/webhooks', takesFile: false },
  replayWebhookDelivery: { method: 'POST', path: '/admin/v1/webhooks/replay', takesFile: false },
  replayFailedWebhooks: { method: 'POST', path: '/admin/v1/webhooks/replay-failed', takesFile: false },
  listSuppressions: { method: 'GET', path: '/admin/v1/suppressions', takesFile: false },
  addSuppression: { method: 'POST', path: '/admin/v1/suppressions', takesFile: false },
  removeSuppression: { method: 'DELETE', path: '/admin/v1/suppressions', takesFile: false },
  listAudit: { method: 'GET', path: '/admin/v1/audit', takesFile: false },
} as const satisfies Record<keyof operations, AdminOperation>;
