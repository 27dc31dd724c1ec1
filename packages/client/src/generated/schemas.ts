// Written by `bun run generate` from the contracts; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    Account: {
      account_name: string;
      account_contact_email: string;
      active: boolean;
      rate_limit_per_minute: number;
      /** @description Names of the endpoints that the key may call */
      authorized_endpoints: string[];
      available_plans: components['schemas']['Plan'][];
    };
    AfterRepairValue: {
      /** @description US dollars */
      value: number;
      /** @description US dollars */
      value_low: number;
      /** @description US dollars */
      value_high: number;
      /** @description Number of sales it is based on; 0 for as_is_floor */
      comp_count: number;
      /**
       * @description resale: a flipper resold this home within a year; flip_resales: resales of flips nearby; top_tercile: the most expensive third nearby per square foot; value_ratio: avm times the local ratio of flip resales to values; as_is_floor: avm, because the other methods give less or nothing. More values may follow
       * @enum {string}
       */
      method: 'resale' | 'flip_resales' | 'top_tercile' | 'value_ratio' | 'as_is_floor';
    };
    AnalyticsSearchRequest: {
      /** @description Decimal degrees */
      latitude: number;
      /** @description Decimal degrees */
      longitude: number;
      /**
       * @description Property types to include; null or empty selects the default
       * @default [
       *       "SFR"
       *     ]
       */
      property_types?: (('SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER')[] | null) | undefined;
      /**
       * @description Target share of flippers: 1 is only flippers, 0 only landlords; values outside 0 to 1 are clamped
       * @default 0.5
       */
      flipper_weight?: (number | null) | undefined;
    };
    AnalyticsSummary: {
      /** @description Cumulative raw counts within each distance, independent of the metrics radius */
      radius_counts: {
        '1mi': {
          flips: number;
          rentals: number;
        };
        '2mi': {
          flips: number;
          rentals: number;
        };
        '5mi': {
          flips: number;
          rentals: number;
        };
        '10mi': {
          flips: number;
          rentals: number;
        };
      };
      flipper_metrics: {
        /** @description Transactions with usable price and living area */
        count: number;
        /** @description US dollars */
        price_avg: number;
        /** @description US dollars */
        price_low: number;
        /** @description US dollars */
        price_high: number;
        /** @description US dollars */
        ppsft_avg: number;
        /** @description US dollars */
        ppsft_low: number;
        /** @description US dollars */
        ppsft_high: number;
        /** @description Mean percent of after-repair value paid */
        arv_pct_avg: number;
        arv_pct_low: number;
        arv_pct_high: number;
      };
      landlord_metrics: {
        /** @description Transactions with usable price and living area */
        count: number;
        /** @description US dollars */
        price_avg: number;
        /** @description US dollars */
        price_low: number;
        /** @description US dollars */
        price_high: number;
        /** @description US dollars */
        ppsft_avg: number;
        /** @description US dollars */
        ppsft_low: number;
        /** @description US dollars */
        ppsft_high: number;
        /** @description Purchases at a high price for the expected rent */
        aggressive_purchase_count: number;
        moderate_purchase_count: number;
        /** @description Purchases at a low price for the expected rent */
        conservative_purchase_count: number;
      };
    };
    AnalyticsSummaryRequest: {
      /** @description Decimal degrees */
      latitude: number;
      /** @description Decimal degrees */
      longitude: number;
      /**
       * @description Property types to include; null or empty selects the default
       * @default [
       *       "SFR"
       *     ]
       */
      property_types?: (('SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER')[] | null) | undefined;
      /**
       * @description Months back from the last day of the county's records
       * @default 24
       */
      lookback_months?: (number | null) | undefined;
      /**
       * @description Miles that the metrics cover; values below 0.1 count as 0.1
       * @default 2
       */
      metrics_radius_mi?: (number | null) | undefined;
    };
    AutocompleteRequest: {
      /**
       * @description Partial address or location, 3 to 200 characters without surrounding and repeated spaces
       * @example 123 Main
       */
      search_string: string;
    };
    AutocompleteResult: {
      /** @description Full address. With a house number, pass it to a buyer search as the address; for a city or ZIP code, pass the coordinates */
      address: string;
      /** @description Decimal degrees */
      latitude: number;
      /** @description Decimal degrees */
      longitude: number;
    };
    AutomatedValuation: {
      /** @description US dollars */
      value: number;
      /** @description US dollars */
      value_low: number;
      /** @description US dollars */
      value_high: number;
      confidence_score: number;
      /** @description Forecast standard deviation: robust spread of the log errors */
      fsd: number;
      /** @description Share of sales that the range is designed to contain */
      confidence_level: number;
      /** @description YYYY-MM-DD */
      as_of_date: string;
      model_version: string;
    };
    AutomationBuyerRecord: {
      id: string;
      address: string;
      city: string;
      county: string;
      state: string;
      /** @description Without leading zeros; zip_code has them */
      zip: number;
      zip_code: string;
      bathrooms: number;
      bedrooms: number;
      email_1: string;
      landline_1: number;
      landline_1_verification: string;
      wireless_1: number;
      wireless_1_verification: string;
      wireless_2: number;
      wireless_2_verification: string;
      /** @description YYYY-MM-DD */
      lastSaleDate: string;
      lastSalePrice: number;
      /** @description YYYY-MM-DD */
      priorSaleDate: string;
      priorSalePrice: number;
      latitude: number;
      longitude: number;
      livingSquareFeet: number;
      lotSquareFeet: number;
      notes: string;
      occurrences: number;
      buyerRegisteredName: string;
      result_first_name: string;
      result_last_name: string;
      smartMatch: boolean;
      status: string;
      /** @enum {string} */
      type: 'flipper' | 'landlord';
      listing_link: string;
      propertyType: string;
      unitsCount: number | null;
      possible_buyer_address: string;
      possible_buyer_city: string;
      possible_buyer_state: string;
      possible_buyer_zip: number;
      purchasePricePerSqFt: number;
      corporateBuyer: boolean;
    };
    BuyerProfile: {
      /** @description Current id of the buyer; differs from the requested id after a merge */
      buyer_id: string;
      /** @description Ids that were merged into this buyer */
      merged_from: string[];
      /** @description As recorded, most deals first */
      names: {
        name: string;
        /** @description Deals under this name */
        deals: number;
      }[];
      /**
       * @description institution: a large institutional landlord, by its names or its size
       * @enum {string}
       */
      kind: 'person' | 'company' | 'trust' | 'institution';
      /** @description Addresses of its deals, newest first. Empty when a person asked for deletion */
      mailing_addresses: {
        line: string | null;
        city: string | null;
        state: string | null;
        zip: string | null;
      }[];
      /** @description Most deals first */
      counties: {
        fips: string | null;
        county: string | null;
        state: string;
        /** @description Deals in the county */
        deals: number;
      }[];
      /** @description First purchase */
      first_deal_date: string | null;
      /** @description Newest purchase or resale */
      last_deal_date: string | null;
      statistics: components['schemas']['PortfolioStatistics'];
      /** @description Bounds are null with fewer than three purchases that record the value */
      buy_box: {
        /** @description 10th percentile of purchase prices, whole US dollars */
        price_low: number | null;
        /** @description 90th percentile of purchase prices, whole US dollars */
        price_high: number | null;
        bedrooms: {
          /** @description 10th percentile of bedrooms */
          low: number | null;
          /** @description 90th percentile of bedrooms */
          high: number | null;
        };
        /** @description 10th percentile of living areas in square feet */
        living_square_feet_low: number | null;
        /** @description 90th percentile of living areas in square feet */
        living_square_feet_high: number | null;
        /** @description 10th percentile of years built */
        year_built_low: number | null;
        /** @description 90th percentile of years built */
        year_built_high: number | null;
        /** @description Most frequent first */
        property_types: string[];
        /** @description ZIP codes, most frequent first */
        zips: string[];
      };
      /** @description Days that a flip was held; null without flips */
      hold_days_median: number | null;
      /** @description Parcels whose latest deed names the buyer, newest purchase first */
      holdings: {
        property_id: string;
        address: string | null;
        /** @description YYYY-MM-DD */
        purchase_date: string;
        /** @description US dollars */
        purchase_price: number | null;
        /** @description US dollars */
        estimated_value: number | null;
      }[];
      /** @description Other buyers who may be the same, by the wide match of linked deals. Empty when a person asked for deletion */
      links: {
        /** @description Most frequent name of the other buyer */
        name: string;
        /** @enum {string} */
        reason:
          | 'exact_name'
          | 'linked_name'
          | 'mailing_address'
          | 'mailing_building'
          | 'shared_mailing_address'
          | 'similar_name_same_zip'
          | 'similar_name';
        confidence: number;
      }[];
    };
    BuyerSearchCompleted: {
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      search_id: string;
      /** @constant */
      status: 'completed';
      /** @description With results_in_webhook */
      results?:
        | (components['schemas']['FlipperSearchItem'] | components['schemas']['LandlordSearchItem'])[]
        | undefined;
    };
    BuyerSearchFailed: {
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      search_id: string;
      /** @constant */
      status: 'failed';
      /** @description Reason of the failure */
      error: string;
    };
    /** @description The search runs in the background */
    BuyerSearchPending: {
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      search_id: string;
      /** @constant */
      status: 'pending';
    };
    /** @description Send address, or both latitude and longitude */
    BuyerSearchRequest: {
      /** @description Full street address as autocomplete returns it. It takes precedence over coordinates, which are used only if it cannot be resolved */
      address?: (string | null) | undefined;
      /** @description Decimal degrees; required with longitude when there is no address */
      latitude?: (number | null) | undefined;
      /** @description Decimal degrees; required with latitude when there is no address */
      longitude?: (number | null) | undefined;
      /**
       * @description Property types to include; null or empty selects the default
       * @default [
       *       "SFR",
       *       "CONDO",
       *       "MOBILE",
       *       "MFR"
       *     ]
       */
      property_types?: (('SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER')[] | null) | undefined;
      /**
       * @deprecated
       * @description Ignored; use buyer_types
       */
      flipper_weight?: (number | null) | undefined;
      /**
       * @description Buyer types to include; null or empty selects the default
       * @default [
       *       "flipper",
       *       "landlord"
       *     ]
       */
      buyer_types?: (('flipper' | 'landlord')[] | null) | undefined;
      /**
       * @description Miles around the subject
       * @default 2
       */
      radius_miles?: (number | null) | undefined;
      /**
       * @description Years back from the last day of the county's records; 0.25 is three months
       * @default 2
       */
      lookback_years?: (number | null) | undefined;
      /** @description Minimum bedrooms of the buyer's property */
      min_bedrooms?: (number | null) | undefined;
      /** @description Maximum bedrooms of the buyer's property */
      max_bedrooms?: (number | null) | undefined;
      /** @description Minimum bathrooms of the buyer's property */
      min_bathrooms?: (number | null) | undefined;
      /** @description Maximum bathrooms of the buyer's property */
      max_bathrooms?: (number | null) | undefined;
      /** @description Minimum purchase price paid by the buyer in US dollars */
      min_purchase_price?: (number | null) | undefined;
      /** @description Maximum purchase price paid by the buyer in US dollars */
      max_purchase_price?: (number | null) | undefined;
      /**
       * @description Leave out off-market purchases
       * @default true
       */
      hide_non_arms_length?: (boolean | null) | undefined;
      /**
       * @description Leave out large institutional landlords
       * @default true
       */
      hide_hedge_fund?: (boolean | null) | undefined;
      /**
       * @description Leave out buyers with no phone number after skip tracing
       * @default false
       */
      hide_no_phone?: (boolean | null) | undefined;
      /**
       * @description Create the deal for the searched property in your CRM and attach the buyers found; a search by address only
       * @default true
       */
      create_deal?: (boolean | null) | undefined;
      /**
       * @description Return 202 with a search_id at once and run in the background
       * @default false
       */
      async?: (boolean | null) | undefined;
      /** @description https URL that receives the outcome when the search completes or fails */
      webhook_url?: (string | null) | undefined;
      /** @description Sent in the header x-webhook-secret of webhook calls */
      webhook_secret?: (string | null) | undefined;
      /**
       * @description Whether the completed webhook includes the results
       * @default false
       */
      results_in_webhook?: (boolean | null) | undefined;
      /**
       * @description true: add contact_status and contact_checked_at to every buyer, and send X-Deal-Id when the search has a deal. full: add explain with ids, match score, evidence and mailing address instead, and send X-Search-Funnel
       * @default false
       */
      explain?: (boolean | 'full' | null) | undefined;
      /**
       * @description Maximum number of buyers to return; keeps the best ranks
       * @default 500
       */
      limit?: (number | null) | undefined;
    };
    DealChanged: {
      /** @constant */
      event: 'deal.changed';
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      deal_id: string;
      address: string;
      property_id: number;
      latitude: number | null;
      longitude: number | null;
      /** @description Newest first */
      search_ids: string[];
      /** @description Buyers from the newest search that found them, limited to what may be shown today */
      buyers: (components['schemas']['FlipperSearchItem'] | components['schemas']['LandlordSearchItem'])[];
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
    DryRun: {
      /** @description Whether a success (with results, where only those count) would take from the monthly allowance */
      would_count: boolean;
      /** @description This property or location was counted in this month or an earlier one */
      counted_before: boolean;
      /** @description Counted requests per calendar month */
      limit: number | null;
      /** @description Remaining now; the dry run used none */
      remaining: number | null;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      resets_at: string;
    };
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
    /**
     * @description A buyer who bought, improved and resold a property
     * @example {
     *       "buyer_first_name": "Ada",
     *       "buyer_last_name": "Example",
     *       "buyer_entity_name": "EXAMPLE HOMES LLC",
     *       "buyer_phone_number": 6025550142,
     *       "buyer_email": "ada@example.com",
     *       "address": "418 Saguaro Ln, Phoenix, AZ 85043",
     *       "bedrooms": 3,
     *       "bathrooms": 2,
     *       "livingsquarefeet": 1480,
     *       "lotsquarefeet": 6500,
     *       "propertytype": "Single Family Residential",
     *       "latitude": 33.4391,
     *       "longitude": -112.1832,
     *       "miles_from_subject": 0.62,
     *       "smart_match": true,
     *       "smart_match_rank": 1,
     *       "buyer_type": "flipper",
     *       "flip_sale_transaction_date": "2026-01-20",
     *       "flip_sale_transaction_price": 389000,
     *       "flip_purchase_transaction_date": "2025-08-04",
     *       "flip_purchase_transaction_price": 271000,
     *       "flip_purchase_method": "cash",
     *       "rental_purchase_transaction_date": null,
     *       "rental_purchase_transaction_price": null,
     *       "rental_purchase_method": null
     *     }
     */
    FlipperSearchItem: {
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
        | ('available' | 'partly_withheld' | 'withheld' | 'phones_withheld' | 'not_found' | 'lookup_failed')
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
    InvestorCompsRequest: {
      /** @description Decimal degrees */
      latitude: number;
      /** @description Decimal degrees */
      longitude: number;
      /**
       * @description Property types to include; null or empty selects the default
       * @default [
       *       "SFR"
       *     ]
       */
      property_types?: (('SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER')[] | null) | undefined;
      /** @description If sent, even empty, comps are ranked by similarity and include rank and pricePerSqFt */
      subject_property_details?:
        | ({
            /** @description Bedrooms of the subject */
            bedrooms?: (number | null) | undefined;
            /** @description Bathrooms of the subject */
            bathrooms?: (number | null) | undefined;
            /** @description Living area of the subject in square feet */
            square_feet?: (number | null) | undefined;
          } | null)
        | undefined;
      /** @default 2 */
      radius_miles?: (number | null) | undefined;
      /** @default 24 */
      lookback_months?: (number | null) | undefined;
      /** @default 50 */
      limit?: (number | null) | undefined;
      /**
       * @description Buyer types to include; null or empty selects the default
       * @default [
       *       "flipper",
       *       "landlord"
       *     ]
       */
      buyer_types?: (('flipper' | 'landlord')[] | null) | undefined;
    };
    /**
     * @description A buyer who bought a property to rent it out
     * @example {
     *       "buyer_first_name": "Ada",
     *       "buyer_last_name": "Example",
     *       "buyer_entity_name": "EXAMPLE HOMES LLC",
     *       "buyer_phone_number": 6025550142,
     *       "buyer_email": "ada@example.com",
     *       "address": "418 Saguaro Ln, Phoenix, AZ 85043",
     *       "bedrooms": 3,
     *       "bathrooms": 2,
     *       "livingsquarefeet": 1480,
     *       "lotsquarefeet": 6500,
     *       "propertytype": "Single Family Residential",
     *       "latitude": 33.4391,
     *       "longitude": -112.1832,
     *       "miles_from_subject": 0.62,
     *       "smart_match": true,
     *       "smart_match_rank": 2,
     *       "buyer_type": "landlord",
     *       "flip_sale_transaction_date": null,
     *       "flip_sale_transaction_price": null,
     *       "flip_purchase_transaction_date": null,
     *       "flip_purchase_transaction_price": null,
     *       "flip_purchase_method": null,
     *       "rental_purchase_transaction_date": "2025-08-04",
     *       "rental_purchase_transaction_price": 271000,
     *       "rental_purchase_method": "financed"
     *     }
     */
    LandlordSearchItem: {
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
        | ('available' | 'partly_withheld' | 'withheld' | 'phones_withheld' | 'not_found' | 'lookup_failed')
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
    LegacyBuyerResult: {
      /** @description Belongs to the rental or flipped property */
      buyer_id: number;
      buyer_first_name: string | null;
      buyer_last_name: string | null;
      buyer_address: string | null;
      buyer_city: string | null;
      buyer_state: string | null;
      buyer_zip: string | null;
      /** @enum {string} */
      buyer_type: 'flipper' | 'landlord';
      linked_deal_count: number | null;
      full_address: string | null;
      address: string | null;
      city: string | null;
      state: string | null;
      zip: string | null;
      county: string | null;
      fips: number | null;
      latitude: number | null;
      longitude: number | null;
      subdivision: string | null;
      property_use: string | null;
      apn: string | null;
      land_use: string | null;
      flood_zone: string | null;
      lot_acres: number | null;
      year_built: number | null;
      living_square_feet: number | null;
      bedrooms: number | null;
      bathrooms: number | null;
      assessed_improvement_value: number | null;
      assessed_land_value: number | null;
      estimated_equity: number | null;
      estimated_value: number | null;
      cash_buyer: boolean | null;
      /** @description YYYY-MM-DD */
      sale_date1: string | null;
      /** @description YYYY-MM-DD */
      sale_date2: string | null;
      sale_price1: number | null;
      sale_price2: number | null;
      buyer_names1: string | null;
      buyer_names2: string | null;
      seller_names2: string | null;
      transaction_type1: string | null;
      transaction_type2: string | null;
      wireless_1: string | null;
      wireless_2: string | null;
      wireless_3: string | null;
      wireless_4: string | null;
      landline_1: string | null;
      landline_2: string | null;
      skiptrace_result_first_name: string | null;
      skiptrace_result_last_name: string | null;
      email_1: string | null;
      email_2: string | null;
      email_3: string | null;
      smart_match: boolean | null;
      miles_from_subject: number | null;
      smart_match_rank: number | null;
    };
    LegacySearchCompleted: {
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      searchId: string;
      /** @enum {string} */
      status: 'complete' | 'no buyers found';
    };
    LegacySearchRequest: {
      /** @description Property address to find buyers for */
      address: string;
      /** @description Your own label of the user, 1 to 255 characters; stored with the search */
      userId: string;
      /** @description https URL to notify when the search completes */
      notifyUrl?: (string | null) | undefined;
      /**
       * @description Buyers wanted; fewer may be found
       * @default 30
       */
      targetResultCount?: (number | null) | undefined;
      /**
       * @description 1 only flippers, 0 only landlords
       * @default 0.5
       */
      flipperWeight?: (number | null) | undefined;
    };
    LinkedDeal: {
      id: number;
      /** @description Buyer name as recorded */
      buyernames: string | null;
      /** @description From whom, as recorded */
      sellernames: string | null;
      address: {
        street: string | null;
        city: string | null;
        state: string | null;
        zip: string | null;
      };
      /** @description Decimal degrees */
      latitude: number | null;
      /** @description Decimal degrees */
      longitude: number | null;
      bedrooms: number | null;
      bathrooms: number | null;
      /** @description Square feet */
      livingsquarefeet: number | null;
      /** @description Square feet */
      lotsquarefeet: number | null;
      unitscount: number | null;
      yearbuilt: number | null;
      propertytype: string | null;
      /** @description US dollars, today */
      estimatedvalue: number | null;
      /** @description Share of the estimated value in percent that exceeds the loan of the latest recorded deed */
      equitypercent: number | null;
      /** @enum {string} */
      deal_type: 'rental' | 'flip';
      /** @description YYYY-MM-DD */
      sale_date: string | null;
      /** @description US dollars, resale of a flip */
      sale_price: number | null;
      /** @description YYYY-MM-DD */
      purchase_date: string | null;
      /** @description US dollars */
      purchase_price: number | null;
      /**
       * @description Only with explain
       * @enum {string}
       */
      match_reason?:
        | (
            | 'exact_name'
            | 'linked_name'
            | 'mailing_address'
            | 'mailing_building'
            | 'shared_mailing_address'
            | 'similar_name_same_zip'
            | 'similar_name'
          )
        | undefined;
      /** @description Only with explain */
      match_confidence?: number | undefined;
    };
    LinkedDealsRequest: {
      /** @description Buyer entity name, or a full mailing address as one string */
      search_string: string;
      /** @description Two-letter US state code; required for an entity name, an additional filter for a mailing address */
      search_state?: (string | null) | undefined;
      /**
       * @description Whether search_string is an entity name; false: it is a mailing address
       * @default true
       */
      is_entity_name?: (boolean | null) | undefined;
      /**
       * @description False widens the search, with a higher risk of false positives
       * @default true
       */
      strict_matches_only?: (boolean | null) | undefined;
      /**
       * @description True: each record explains why its buyer matched (match_reason, match_confidence)
       * @default false
       */
      explain?: (boolean | null) | undefined;
    };
    LinkingAccuracy: {
      /** @description YYYY-MM-DD */
      evaluated_on: string;
      dataset_version: string;
      sample_size: number;
      /** @description Pairwise */
      precision: number;
      /** @description Pairwise */
      recall: number;
    };
    MatchingAccuracy: {
      /** @description YYYY-MM-DD */
      evaluated_on: string;
      dataset_version: string;
      sample_size: number;
      region: string;
      smart_match: {
        /** @description Share of purchases whose buyer ranked among the first ten */
        hit_at_10: number;
        /** @description Share of purchases whose buyer ranked among the first thirty */
        hit_at_30: number;
        /** @description Mean reciprocal rank of the buyer */
        mean_reciprocal_rank: number;
      };
      nearest_first: {
        /** @description Share of purchases whose buyer ranked among the first ten */
        hit_at_10: number;
        /** @description Share of purchases whose buyer ranked among the first thirty */
        hit_at_30: number;
        /** @description Mean reciprocal rank of the buyer */
        mean_reciprocal_rank: number;
      };
      most_active: {
        /** @description Share of purchases whose buyer ranked among the first ten */
        hit_at_10: number;
        /** @description Share of purchases whose buyer ranked among the first thirty */
        hit_at_30: number;
        /** @description Mean reciprocal rank of the buyer */
        mean_reciprocal_rank: number;
      };
    };
    Offer: {
      /** @description Share of the value after repair */
      rule: number;
      /** @description US dollars */
      maximum_offer: number;
      /** @description US dollars, from arv.value_low */
      maximum_offer_low: number;
      /** @description US dollars, from arv.value_high */
      maximum_offer_high: number;
    };
    OffersAnswer: {
      subject: components['schemas']['RetailCompsSubject'];
      as_is: components['schemas']['AutomatedValuation'] | null;
      arv: components['schemas']['AfterRepairValue'];
      rent: {
        /** @description US dollars a month */
        value: number;
        /** @description US dollars a month */
        value_low: number;
        /** @description US dollars a month */
        value_high: number;
        /**
         * @description recorded: on the roll; table: rents of its ZIP code and bedrooms; yield: from the estimated value and the usual yield nearby. More values may follow
         * @enum {string}
         */
        source: 'recorded' | 'table' | 'yield';
      } | null;
      /** @description In the order of rules */
      offers: components['schemas']['Offer'][];
      /** @description null: no completed flip nearby */
      investors_paid: {
        /** @description Completed flips of this property type in the last 24 months */
        count: number;
        /** @description Purchase price as a share of the resale price, four decimals */
        median_share_of_resale: number;
        /** @description 33rd percentile of the shares */
        p33: number;
        /** @description 67th percentile of the shares */
        p67: number;
        /** @description Purchase price in US dollars per square foot of living area, two decimals */
        median_price_per_square_foot: number | null;
      } | null;
      /** @description Yearly rent in percent of the maximum offer under the middle rule, one decimal; null without rent or at an offer of 0 */
      gross_yield_at_offer: number | null;
      comps: components['schemas']['RetailComp'][];
      explanation?:
        | {
            /** @description Miles that the search reached after growing */
            radius_miles: number;
            /** @description Days that the search reached back after growing */
            days_back: number;
            /** @description YYYY-MM-DD */
            as_of_date: string;
            /** @description Yearly change of local prices per square foot; null when unknown */
            annual_price_change_percent: number | null;
            /** @description Percent of price for a percent of living area; null when unknown */
            size_elasticity: number | null;
            /** @description Why arv.method is as_is_floor; null for every other method */
            arv_floor: {
              /**
               * @description Renovated homes nearby sold for less than the current value, or there are too few of them
               * @enum {string}
               */
              reason: 'renovated_homes_sold_for_less' | 'no_renovated_homes';
              /** @description US dollars: the value that renovated homes suggest; null when there are too few */
              renovated_value: number | null;
              /** @description Sales behind renovated_value */
              renovated_comp_count: number;
            } | null;
          }
        | undefined;
    };
    OffersRequest: {
      /** @description Full street address including house number */
      address: string;
      /** @description Cost of all repairs in US dollars. Default: 0 */
      repairs?: (number | null) | undefined;
      /** @description Cost of repairs in US dollars per square foot of living area, instead of repairs */
      repairs_per_square_foot?: (number | null) | undefined;
      /** @description The wholesaler's fee in US dollars. Default: 0 */
      assignment_fee?: (number | null) | undefined;
      /** @description Shares of the value after repair, above 0 to 1. Default: 0.65, 0.70 and 0.75 */
      rules?: (number[] | null) | undefined;
      /**
       * @description true: the response and each comp include an explanation, as in retail comps
       * @default false
       */
      explain?: (boolean | null) | undefined;
    };
    Plan: {
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
    PortfolioStatistics: {
      rental_count: number;
      flip_count: number;
      total_deals: number;
      /** @description Most frequent property type; empty without deals */
      main_property_type: string;
      /** @description US dollars; estimated values of the rentals still held */
      estimated_portfolio_value: number;
      /** @description Days between purchase and sale */
      average_flip_duration: number;
      /** @description Percent of after-repair value paid, flips */
      average_purchase_arv_percent: number;
      /** @description US dollars, all deals */
      average_purchase_price: number;
      /** @description US dollars; sale minus purchase price */
      average_flip_gross_profit: number;
    };
    RetailComp: {
      address: string | null;
      city: string | null;
      state: string | null;
      zip: string | null;
      /** @description Miles from the subject, two decimals */
      distance: number;
      /** @description US dollars */
      last_sale_amount: number | null;
      /** @description YYYY-MM-DD */
      last_sale_date: string | null;
      bedrooms: number | null;
      bathrooms: number | null;
      year_built: number | null;
      living_square_feet: number | null;
      lot_square_feet: number | null;
      property_type: string | null;
      /** @description Decimal degrees */
      latitude: number | null;
      /** @description Decimal degrees */
      longitude: number | null;
      explanation?:
        | {
            /** @description Weighted mean of the parts */
            similarity: number;
            similarity_parts: {
              /** @description 0.5 at a mile; null: subject unknown */
              distance: number | null;
              /** @description 0.5 at a year; null: subject unknown */
              recency: number | null;
              /** @description 0 at double or half; null: subject unknown */
              living_area: number | null;
              /** @description 0 at a difference of 3; null: subject unknown */
              bedrooms: number | null;
              /** @description 0 at a difference of 3; null: subject unknown */
              bathrooms: number | null;
              /** @description 0 at a difference of 30 years; null: subject unknown */
              year_built: number | null;
              /** @description 0 at four times or a quarter; null: subject unknown */
              lot_size: number | null;
            };
            /** @description Bought and resold within a year by a flipper */
            is_flip_resale: boolean;
            days_since_sale: number;
            /** @description US dollars, two decimals */
            price_per_square_foot: number | null;
            adjustments: {
              /** @description US dollars, for the change of local prices since the sale; null when unknown */
              time: number | null;
              /** @description US dollars, for the difference in living area; null when unknown */
              living_area: number | null;
            };
            /** @description US dollars: the adjusted price */
            adjusted_price: number;
          }
        | undefined;
    };
    RetailCompsRequest: {
      /** @description Full street address including house number */
      address: string;
      /** @description Miles around the subject; 0 is the same parcel or building. Default: 1, growing to 3 */
      max_radius_miles?: (number | null) | undefined;
      /** @description Days of sales history. Default: 180, growing to 365 */
      max_days_back?: (number | null) | undefined;
      /** @description Minimum living area of a comp in square feet */
      living_square_feet_min?: (number | null) | undefined;
      /** @description Maximum living area of a comp in square feet */
      living_square_feet_max?: (number | null) | undefined;
      /** @description Minimum bedrooms of a comp */
      bedrooms_min?: (number | null) | undefined;
      /** @description Maximum bedrooms of a comp */
      bedrooms_max?: (number | null) | undefined;
      /** @description Minimum bathrooms of a comp */
      bathrooms_min?: (number | null) | undefined;
      /** @description Maximum bathrooms of a comp */
      bathrooms_max?: (number | null) | undefined;
      /**
       * @description true: the response and each comp include an explanation: why it was chosen, and its price adjustments
       * @default false
       */
      explain?: (boolean | null) | undefined;
    };
    RetailCompsSubject: {
      address: string | null;
      city: string | null;
      state: string | null;
      zip: string | null;
      bedrooms: number | null;
      bathrooms: number | null;
      year_built: number | null;
      living_square_feet: number | null;
      lot_square_feet: number | null;
      property_type: string | null;
      /** @description YYYY-MM-DD */
      last_sale_date: string | null;
      /** @description US dollars */
      last_sale_price: number | null;
      /** @description Decimal degrees */
      latitude: number | null;
      /** @description Decimal degrees */
      longitude: number | null;
      owner_names: string[];
    };
    Subscription: {
      id: string;
      plan_id: string;
      active: boolean;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      created_at: string;
    };
    User: {
      /** @description The caller's own identifier of the end user */
      user_id: string;
      active: boolean;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      created_at: string;
    };
    UserDetails: {
      user_id: string;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      created_at: string;
      active: boolean;
      subscriptions: components['schemas']['Subscription'][];
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
    ValuationAccuracy: {
      /** @description YYYY-MM-DD, last day of the measured sales; an import measures the four quarters that end with it */
      evaluated_on: string;
      dataset_version: string;
      /** @description Measured sales */
      sample_size: number;
      model_version: string;
      state: string;
      county: string;
      /** @enum {string} */
      property_type: 'SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER';
      /** @description Median absolute error in percent */
      mdape: number;
      /** @description Share of sales valued within 5 percent */
      within_5_percent: number;
      /** @description Share of sales valued within 10 percent */
      within_10_percent: number;
      /** @description Share of sales valued within 20 percent */
      within_20_percent: number;
      median_ratio: number;
      /** @description Coefficient of dispersion */
      cod: number;
      /** @description Price-related differential */
      prd: number;
      /** @description Price-related bias */
      prb: number;
      /** @description Share of sales inside the stated range */
      range_coverage: number;
    };
    AutocompleteAnswer: components['schemas']['AutocompleteResult'][];
    BuyerSearchParameters: {
      /**
       * @description Order of the results: strongest match first, or nearest first
       * @default rank
       * @enum {string}
       */
      sort?: ('rank' | 'distance') | undefined;
    };
    BuyerSearchAnswer: (components['schemas']['FlipperSearchItem'] | components['schemas']['LandlordSearchItem'])[];
    BuyerSearchResultsParameters: {
      /** @description The search_id of the 202 response */
      search_id: string;
    };
    BuyerSearchResultsAnswer:
      | (components['schemas']['FlipperSearchItem'] | components['schemas']['LandlordSearchItem'])[]
      | null;
    BuyerSearchStatusParameters: {
      /** @description The search_id of the 202 response */
      search_id: string;
    };
    BuyerSearchStatusAnswer: {
      search_id: string;
      /** @enum {string} */
      status: 'pending' | 'completed' | 'failed';
      /** @description Reason of the failure */
      error: string | null;
      result_count: number | null;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      created_at: string;
      /**
       * @description ISO 8601 timestamp in UTC
       * @example 2026-03-01T12:00:00.000Z
       */
      completed_at: string | null;
      /**
       * @description When the results are deleted
       * @example 2026-03-01T12:00:00.000Z
       */
      expires_at: string | null;
    };
    WebhookSettingsAnswer: {
      /**
       * @description Signs every call as Standard Webhooks defines; keep it as secret as the key
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      signing_secret: string;
      /** @description Whether a failed call is retried for about three days; false: one attempt */
      retries: boolean;
      /** @description https URL of your CRM that receives every new or changed deal */
      deal_url: string | null;
    };
    UpdateWebhookSettingsRequest: {
      /** @description Whether a failed call is retried for about three days; false: one attempt */
      retries?: boolean | undefined;
      /** @description https URL of your CRM that receives every new or changed deal */
      deal_url?: (string | null) | undefined;
      /** @description true: a new secret; the old one stays valid for 24 hours */
      rotate_signing_secret?: boolean | undefined;
    };
    UpdateWebhookSettingsAnswer: {
      /**
       * @description Signs every call as Standard Webhooks defines; keep it as secret as the key
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
       */
      signing_secret: string;
      /** @description Whether a failed call is retried for about three days; false: one attempt */
      retries: boolean;
      /** @description https URL of your CRM that receives every new or changed deal */
      deal_url: string | null;
    };
    WebhookDeliveriesParameters: {
      /**
       * @description List only deliveries of this status
       * @enum {string}
       */
      status?: ('pending' | 'delivered' | 'failed') | undefined;
      /** @description next_cursor of the previous page */
      cursor?: string | undefined;
    };
    WebhookDeliveriesAnswer: {
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
      /** @description Null on the last page */
      next_cursor: string | null;
    };
    ReplayWebhookRequest: {
      delivery_id: string;
    };
    ReplayWebhookAnswer: {
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
    RetailCompsAnswer: {
      subject: components['schemas']['RetailCompsSubject'];
      comps: components['schemas']['RetailComp'][];
      avm: components['schemas']['AutomatedValuation'] | null;
      arv: components['schemas']['AfterRepairValue'] | null;
      explanation?:
        | {
            /** @description Miles that the search reached after growing */
            radius_miles: number;
            /** @description Days that the search reached back after growing */
            days_back: number;
            /** @description YYYY-MM-DD */
            as_of_date: string;
            /** @description Yearly change of local prices per square foot; null when unknown */
            annual_price_change_percent: number | null;
            /** @description Percent of price for a percent of living area; null when unknown */
            size_elasticity: number | null;
            /** @description Why arv.method is as_is_floor; null for every other method */
            arv_floor: {
              /**
               * @description Renovated homes nearby sold for less than the current value, or there are too few of them
               * @enum {string}
               */
              reason: 'renovated_homes_sold_for_less' | 'no_renovated_homes';
              /** @description US dollars: the value that renovated homes suggest; null when there are too few */
              renovated_value: number | null;
              /** @description Sales behind renovated_value */
              renovated_comp_count: number;
            } | null;
          }
        | undefined;
    };
    InvestorCompsAnswer: (
      | {
          /** @description 1 is the best match */
          rank?: number | undefined;
          /** @description Purchase price per square foot, two decimals */
          pricePerSqFt?: (number | null) | undefined;
          /** @constant */
          buyer_type: 'flipper';
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
          /** @description YYYY-MM-DD */
          flip_sale_transaction_date: string | null;
          /** @description US dollars */
          flip_sale_transaction_price: number | null;
          /** @description YYYY-MM-DD */
          flip_purchase_transaction_date: string | null;
          /** @description US dollars */
          flip_purchase_transaction_price: number | null;
          /** @description Miles, two decimals */
          miles_from_subject: number;
        }
      | {
          /** @description 1 is the best match */
          rank?: number | undefined;
          /** @description Purchase price per square foot, two decimals */
          pricePerSqFt?: (number | null) | undefined;
          /** @constant */
          buyer_type: 'landlord';
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
          /** @description YYYY-MM-DD */
          rental_purchase_transaction_date: string | null;
          /** @description US dollars */
          rental_purchase_transaction_price: number | null;
          /** @description Miles, two decimals */
          miles_from_subject: number;
        }
    )[];
    LinkedDealsAnswer: {
      metadata: components['schemas']['PortfolioStatistics'];
      results: components['schemas']['LinkedDeal'][];
    };
    BuyersParameters: {
      /** @description Id of the buyer, from a buyer search with explain: `buy_…` */
      buyer_id: string;
    };
    AnalyticsSearchAnswer: (
      | {
          /** @constant */
          buyer_type: 'flipper';
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
          /** @description YYYY-MM-DD */
          flip_sale_transaction_date: string | null;
          /** @description US dollars */
          flip_sale_transaction_price: number | null;
          /** @description YYYY-MM-DD */
          flip_purchase_transaction_date: string | null;
          /** @description US dollars */
          flip_purchase_transaction_price: number | null;
          /** @description How the buyer paid */
          flip_purchase_method: string | null;
          /** @description Miles, two decimals */
          miles_from_subject: number;
        }
      | {
          /** @constant */
          buyer_type: 'landlord';
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
          /** @description YYYY-MM-DD */
          rental_purchase_transaction_date: string | null;
          /** @description US dollars */
          rental_purchase_transaction_price: number | null;
          /** @description How the buyer paid */
          rental_purchase_method: string | null;
          /** @description Miles, two decimals */
          miles_from_subject: number;
        }
    )[];
    AccuracyAnswer: {
      valuation: components['schemas']['ValuationAccuracy'][];
      matching: components['schemas']['MatchingAccuracy'][];
      linking: components['schemas']['LinkingAccuracy'] | null;
    };
    CoverageParameters: {
      /** @description Decimal degrees, -90 to 90; with longitude */
      latitude?: string | undefined;
      /** @description Decimal degrees, -180 to 180; with latitude */
      longitude?: string | undefined;
      /** @description Takes precedence over coordinates */
      address?: string | undefined;
    };
    CoverageAnswer: {
      /** @description Day after which no window ends */
      as_of: string;
      counties: {
        /** @description 5-digit county FIPS code; null when the records name no known county */
        fips: string | null;
        /** @description Without "County" at the end */
        county: string | null;
        /** @description Two-letter USPS code */
        state: string;
        /** @description Oldest sale */
        records_from: string | null;
        /** @description Last day of the records; windows of requests in the county count back from it. Null without sales */
        records_through: string | null;
        /** @description Parcels */
        properties: number;
        /** @description Recorded conveyances of one parcel */
        sales: number;
        /** @description Flips held at most 365 days */
        flips: number;
        /** @description Rental purchases */
        rentals: number;
        /** @description Buyers with at least one flip or rental purchase */
        buyers: number;
        /** @description Share of sales with a price, four decimals */
        share_with_price: number;
        /** @description Share of properties with an owner name, four decimals */
        share_with_owner: number;
        /** @description Share of properties with coordinates, four decimals */
        share_with_coordinates: number;
        /** @description Share of buyers with a phone on file before do-not-contact lists, four decimals */
        share_with_phone: number;
        /** @description Sources of the imports, oldest first */
        sources: string[];
        /**
         * @description ISO 8601 timestamp in UTC
         * @example 2026-03-01T12:00:00.000Z
         */
        imported_at: string;
      }[];
    };
    UsageAnswer: {
      endpoints: {
        /**
         * @description More may come
         * @enum {string}
         */
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
        /** @description Per calendar month; null: unlimited */
        limit: number | null;
        used: number;
        remaining: number | null;
        /**
         * @description ISO 8601 timestamp in UTC
         * @example 2026-03-01T12:00:00.000Z
         */
        resets_at: string;
      }[];
    };
    GetApiUserParameters: {
      /** @description Your own identifier of the end user, 1 to 255 characters, compared exactly */
      user_id: string;
    };
    CreateApiUserRequest: {
      /** @description Your own identifier of the end user, 1 to 255 characters, compared exactly */
      user_id: string;
      /**
       * @description Whether the user may call data endpoints
       * @default true
       */
      active?: boolean | undefined;
    };
    UpdateApiUserRequest: {
      /** @description Your own identifier of the end user, 1 to 255 characters, compared exactly */
      user_id: string;
      active: boolean;
    };
    ListApiUsersParameters: {
      /** @description next_cursor of the previous page */
      cursor?: string | undefined;
    };
    ListApiUsersAnswer: {
      users: components['schemas']['User'][];
      /** @description Null on the last page */
      next_cursor: string | null;
    };
    CreateApiUserSubscriptionRequest: {
      /** @description Your own identifier of the end user, 1 to 255 characters, compared exactly */
      user_id: string;
      /** @description One of the key's plans */
      plan_id: string;
    };
    UpdateApiUserSubscriptionRequest: {
      subscription_id: string;
      active: boolean;
    };
    AutomationAuthParameters: {
      /** @description The key that setup returned */
      api_key: string;
    };
    AutomationAuthAnswer: {
      user: {
        /** @description Empty when the user has none */
        email: string;
      };
    };
    AutomationSetupRequest: {
      /** @description The identity provider's user id */
      uid: string;
    };
    AutomationSetupParameters: {
      /** @description ID token of the user */
      id_token: string;
    };
    AutomationSetupAnswer: {
      message: string;
      /** @description The new key; any earlier key stops working */
      zapKey: string;
      /** @description Signs calls to the subscribed URLs (`webhook-signature` of Standard Webhooks); never changes */
      webhookSecret: string;
    };
    SubscribeWebhookParameters: {
      /** @description The key that setup returned */
      api_key: string;
      /** @description https URL to send buyer records to */
      web_url: string;
    };
    SubscribeWebhookAnswer: {
      message: string;
      id?: string | undefined;
    };
    UnsubscribeWebhookParameters: {
      /** @description The key that setup returned */
      api_key: string;
      /** @description The URL that was subscribed; required without id */
      web_url?: string | undefined;
      /** @description The id that subscribe returned; takes precedence over web_url */
      id?: string | undefined;
    };
    UnsubscribeWebhookAnswer: {
      message: string;
    };
    ListSubscriptionsParameters: {
      /** @description The key that setup returned */
      api_key: string;
    };
    ListSubscriptionsAnswer: {
      subscriptions: {
        /** @description As returned by subscribe and accepted by unsubscribe */
        id: string;
        web_url: string;
        /**
         * @description failing: deliveries have failed since the last successful one
         * @enum {string}
         */
        state: 'active' | 'failing';
        /**
         * @description ISO 8601 timestamp in UTC
         * @example 2026-03-01T12:00:00.000Z
         */
        created_at: string;
      }[];
    };
    TriggerWebhooksRequest: {
      apiKey: string;
      /** @description Forwarded byte for byte; at most 64 KB */
      buyerData: {
        [key: string]: unknown;
      };
    };
    TriggerWebhooksParameters: {
      /**
       * @description true: sends fields under the names of the example endpoint, such as `address` for `streetAddress`
       * @enum {string}
       */
      normalize?: ('true' | 'false') | undefined;
    };
    TriggerWebhooksAnswer: {
      /** @description Number of URLs it was sent to */
      message: string;
      /** @description Deliveries that failed */
      errors: {
        web_url: string;
        status: number | null;
        error: string;
      }[];
      /** @description Documented fields that have another type; they are sent unchanged */
      warnings?:
        | {
            field: string;
            problem: string;
          }[]
        | undefined;
    };
    ExampleBuyersParameters: {
      /** @description The key that setup returned */
      api_key: string;
    };
    ExampleBuyersAnswer: components['schemas']['AutomationBuyerRecord'][];
    LegacySearchAnswer: {
      /**
       * @description UUID
       * @example 0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60
       */
      searchId: string;
      /** @description Standardised address */
      parsedAddress: string;
      latitude: number;
      longitude: number;
    };
    LegacyResultsParameters: {
      /**
       * @description true: keep 0, false and empty strings
       * @default false
       * @enum {string}
       */
      keep_falsy?: ('true' | 'false') | undefined;
      /** @description The searchId that the search returned */
      'search-id': string;
    };
    LegacyResultsAnswer: {
      data: components['schemas']['LegacyBuyerResult'][];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AfterRepairValue = components['schemas']['AfterRepairValue'];
export type AnalyticsSearchRequest = components['schemas']['AnalyticsSearchRequest'];
export type AnalyticsSummary = components['schemas']['AnalyticsSummary'];
export type AnalyticsSummaryRequest = components['schemas']['AnalyticsSummaryRequest'];
export type AutocompleteRequest = components['schemas']['AutocompleteRequest'];
export type AutocompleteResult = components['schemas']['AutocompleteResult'];
export type AutomatedValuation = components['schemas']['AutomatedValuation'];
export type AutomationBuyerRecord = components['schemas']['AutomationBuyerRecord'];
export type BuyerProfile = components['schemas']['BuyerProfile'];
export type BuyerSearchCompleted = components['schemas']['BuyerSearchCompleted'];
export type BuyerSearchFailed = components['schemas']['BuyerSearchFailed'];
export type BuyerSearchPending = components['schemas']['BuyerSearchPending'];
export type BuyerSearchRequest = components['schemas']['BuyerSearchRequest'];
export type DealChanged = components['schemas']['DealChanged'];
export type DryRun = components['schemas']['DryRun'];
export type Error = components['schemas']['Error'];
export type FlipperSearchItem = components['schemas']['FlipperSearchItem'];
export type InvestorCompsRequest = components['schemas']['InvestorCompsRequest'];
export type LandlordSearchItem = components['schemas']['LandlordSearchItem'];
export type LegacyBuyerResult = components['schemas']['LegacyBuyerResult'];
export type LegacySearchCompleted = components['schemas']['LegacySearchCompleted'];
export type LegacySearchRequest = components['schemas']['LegacySearchRequest'];
export type LinkedDeal = components['schemas']['LinkedDeal'];
export type LinkedDealsRequest = components['schemas']['LinkedDealsRequest'];
export type LinkingAccuracy = components['schemas']['LinkingAccuracy'];
export type MatchingAccuracy = components['schemas']['MatchingAccuracy'];
export type Offer = components['schemas']['Offer'];
export type OffersAnswer = components['schemas']['OffersAnswer'];
export type OffersRequest = components['schemas']['OffersRequest'];
export type Plan = components['schemas']['Plan'];
export type PortfolioStatistics = components['schemas']['PortfolioStatistics'];
export type RetailComp = components['schemas']['RetailComp'];
export type RetailCompsRequest = components['schemas']['RetailCompsRequest'];
export type RetailCompsSubject = components['schemas']['RetailCompsSubject'];
export type Subscription = components['schemas']['Subscription'];
export type User = components['schemas']['User'];
export type UserDetails = components['schemas']['UserDetails'];
export type ValuationAccuracy = components['schemas']['ValuationAccuracy'];
export type AutocompleteAnswer = components['schemas']['AutocompleteAnswer'];
export type BuyerSearchParameters = components['schemas']['BuyerSearchParameters'];
export type BuyerSearchAnswer = components['schemas']['BuyerSearchAnswer'];
export type BuyerSearchResultsParameters = components['schemas']['BuyerSearchResultsParameters'];
export type BuyerSearchResultsAnswer = components['schemas']['BuyerSearchResultsAnswer'];
export type BuyerSearchStatusParameters = components['schemas']['BuyerSearchStatusParameters'];
export type BuyerSearchStatusAnswer = components['schemas']['BuyerSearchStatusAnswer'];
export type WebhookSettingsAnswer = components['schemas']['WebhookSettingsAnswer'];
export type UpdateWebhookSettingsRequest = components['schemas']['UpdateWebhookSettingsRequest'];
export type UpdateWebhookSettingsAnswer = components['schemas']['UpdateWebhookSettingsAnswer'];
export type WebhookDeliveriesParameters = components['schemas']['WebhookDeliveriesParameters'];
export type WebhookDeliveriesAnswer = components['schemas']['WebhookDeliveriesAnswer'];
export type ReplayWebhookRequest = components['schemas']['ReplayWebhookRequest'];
export type ReplayWebhookAnswer = components['schemas']['ReplayWebhookAnswer'];
export type RetailCompsAnswer = components['schemas']['RetailCompsAnswer'];
export type InvestorCompsAnswer = components['schemas']['InvestorCompsAnswer'];
export type LinkedDealsAnswer = components['schemas']['LinkedDealsAnswer'];
export type BuyersParameters = components['schemas']['BuyersParameters'];
export type AnalyticsSearchAnswer = components['schemas']['AnalyticsSearchAnswer'];
export type AccuracyAnswer = components['schemas']['AccuracyAnswer'];
export type CoverageParameters = components['schemas']['CoverageParameters'];
export type CoverageAnswer = components['schemas']['CoverageAnswer'];
export type UsageAnswer = components['schemas']['UsageAnswer'];
export type GetApiUserParameters = components['schemas']['GetApiUserParameters'];
export type CreateApiUserRequest = components['schemas']['CreateApiUserRequest'];
export type UpdateApiUserRequest = components['schemas']['UpdateApiUserRequest'];
export type ListApiUsersParameters = components['schemas']['ListApiUsersParameters'];
export type ListApiUsersAnswer = components['schemas']['ListApiUsersAnswer'];
export type CreateApiUserSubscriptionRequest = components['schemas']['CreateApiUserSubscriptionRequest'];
export type UpdateApiUserSubscriptionRequest = components['schemas']['UpdateApiUserSubscriptionRequest'];
export type AutomationAuthParameters = components['schemas']['AutomationAuthParameters'];
export type AutomationAuthAnswer = components['schemas']['AutomationAuthAnswer'];
export type AutomationSetupRequest = components['schemas']['AutomationSetupRequest'];
export type AutomationSetupParameters = components['schemas']['AutomationSetupParameters'];
export type AutomationSetupAnswer = components['schemas']['AutomationSetupAnswer'];
export type SubscribeWebhookParameters = components['schemas']['SubscribeWebhookParameters'];
export type SubscribeWebhookAnswer = components['schemas']['SubscribeWebhookAnswer'];
export type UnsubscribeWebhookParameters = components['schemas']['UnsubscribeWebhookParameters'];
export type UnsubscribeWebhookAnswer = components['schemas']['UnsubscribeWebhookAnswer'];
export type ListSubscriptionsParameters = components['schemas']['ListSubscriptionsParameters'];
export type ListSubscriptionsAnswer = components['schemas']['ListSubscriptionsAnswer'];
export type TriggerWebhooksRequest = components['schemas']['TriggerWebhooksRequest'];
export type TriggerWebhooksParameters = components['schemas']['TriggerWebhooksParameters'];
export type TriggerWebhooksAnswer = components['schemas']['TriggerWebhooksAnswer'];
export type ExampleBuyersParameters = components['schemas']['ExampleBuyersParameters'];
export type ExampleBuyersAnswer = components['schemas']['ExampleBuyersAnswer'];
export type LegacySearchAnswer = components['schemas']['LegacySearchAnswer'];
export type LegacyResultsParameters = components['schemas']['LegacyResultsParameters'];
export type LegacyResultsAnswer = components['schemas']['LegacyResultsAnswer'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
