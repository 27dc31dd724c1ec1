import { describe, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import { ERROR_CODES } from '../errors.ts';
import { BuyerSearchItem, FlipperSearchItem, LandlordSearchItem } from '../resources/buyer-search-item.ts';
import { buyerSearchCriteria } from '../resources/buyer-search-request.ts';
import { linkedDealsCriteria } from '../resources/linked-deals.ts';
import { retailCompsCriteria } from '../resources/retail-comps.ts';
import { analyticsSearchCriteria } from './analytics-search.ts';
import { analyticsSummaryCriteria } from './analytics-summary.ts';
import { buyerSearch, ENDPOINTS, PUBLIC_ENDPOINTS } from './index.ts';
import { investorCompsCriteria } from './investor-comps.ts';

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('every operation has its own file with the same name and is listed', () => {
  const files = readdirSync(import.meta.dir).filter((file) => !file.startsWith('index.'));
  expect(ENDPOINTS.map(({ operation }) => `${kebab(operation)}.ts`).sort()).toEqual(files.sort());
  expect(files).toContain(join('.', 'buyer-search.ts'));
});

test('no two operations share a method and path', () => {
  const routes = ENDPOINTS.flatMap(({ method, path, aliases }) =>
    [path, ...aliases].map((each) => `${method} ${each}`),
  );
  expect(new Set(routes).size).toBe(routes.length);
});

test('every documented v1 operation is also available under /functions/v1', () => {
  for (const { path, aliases, tag } of PUBLIC_ENDPOINTS) {
    if (tag === 'Earlier API' || tag === 'Automation') continue;
    expect(aliases).toEqual([path.replace('/v1/', '/functions/v1/')]);
  }
});

describe('policy of each public endpoint', () => {
  // operation, name, missing key, missing user, metering, deadline in seconds
  const rows: Array<[string, string | null, number | null, number | null, string, number]> = [
    ['autocomplete', 'autocomplete', 401, 401, 'each_success', 10],
    ['buyerSearch', 'buyer_search', 401, 401, 'once_per property', 30],
    ['buyerSearchResults', 'buyer_search', 401, 401, 'never', 10],
    ['buyerSearchStatus', 'buyer_search', 401, 401, 'never', 10],
    ['webhookSettings', null, 401, null, 'never', 10],
    ['updateWebhookSettings', null, 401, null, 'never', 10],
    ['webhookDeliveries', null, 401, null, 'never', 10],
    ['replayWebhook', null, 401, null, 'never', 10],
    ['retailComps', 'retail_comps', 401, 401, 'success_with_results', 15],
    ['offers', 'offers', 401, 401, 'success_with_results', 15],
    ['investorComps', 'investor_comps', 401, 400, 'success_with_results', 15],
    ['linkedDeals', 'linked_deals', 401, 400, 'success_with_results', 15],
    ['buyers', 'linked_deals', 401, 400, 'each_success', 15],
    ['analyticsSearch', 'analytics_search', 400, 400, 'once_per location', 15],
    ['analyticsSummary', 'analytics_summary', 401, 400, 'each_success', 15],
    ['accuracy', null, 401, null, 'never', 10],
    ['coverage', null, 401, null, 'never', 10],
    ['usage', null, 401, 401, 'never', 10],
    ['apiCredentials', 'api_credentials', 401, null, 'never', 10],
    ['getApiUser', 'api_users', 401, null, 'never', 10],
    ['createApiUser', 'api_users', 401, null, 'never', 10],
    ['updateApiUser', 'api_users', 401, null, 'never', 10],
    ['listApiUsers', 'api_users', 401, null, 'never', 10],
    ['createApiUserSubscription', 'api_user_subscriptions', 401, null, 'never', 10],
    ['updateApiUserSubscription', 'api_user_subscriptions', 401, null, 'never', 10],
    ['automationAuth', null, null, null, 'never', 10],
    ['automationSetup', null, null, null, 'never', 10],
    ['subscribeWebhook', null, null, null, 'never', 10],
    ['unsubscribeWebhook', null, null, null, 'never', 10],
    ['listSubscriptions', null, null, null, 'never', 10],
    ['triggerWebhooks', null, null, null, 'never', 30],
    ['exampleBuyers', null, null, null, 'never', 10],
    ['legacySearch', null, 400, null, 'each_success', 30],
    ['legacyResults', null, 400, null, 'each_success', 30],
  ];
  const actual = PUBLIC_ENDPOINTS.map(({ operation, policy }) => [
    operation,
    policy.name,
    policy.missingKeyStatus,
    policy.missingUserStatus,
    policy.metering.counts === 'once_per' ? `once_per ${policy.metering.thing}` : policy.metering.counts,
    policy.deadlineMs / 1000,
  ]);
  test('matches the documentation', () => {
    expect(actual).toEqual(rows);
  });
  test('determines the statuses of a missing key, a missing user and a deactivated key', () => {
    for (const { operation, policy, errors } of PUBLIC_ENDPOINTS) {
      const under = (code: string) =>
        Object.entries(errors)
          .filter(([, codes]) => (codes as string[]).includes(code))
          .map(([status]) => Number(status));
      const listed = (status: number | null) => (status === null ? [] : [status]);
      expect([operation, under('API_KEY_REQUIRED')]).toEqual([operation, listed(policy.missingKeyStatus)]);
      expect([operation, under('USER_REQUIRED')]).toEqual([operation, listed(policy.missingUserStatus)]);
      expect([operation, under('API_KEY_DEACTIVATED')]).toEqual([
        operation,
        listed(policy.deactivatedKeyStatus ?? null),
      ]);
      expect(under('INTERNAL')).toEqual([500]);
    }
  });
});

test('lists an error under its usual status unless the policy moves it', () => {
  for (const { errors } of ENDPOINTS) {
    for (const [status, codes] of Object.entries(errors)) {
      for (const code of codes as Array<keyof typeof ERROR_CODES>) {
        if (code === 'API_KEY_REQUIRED' || code === 'USER_REQUIRED') continue;
        expect([code, ERROR_CODES[code]]).toEqual([code, Number(status) as never]);
      }
    }
  }
});

test('a buyer has exactly the 25 documented keys, with those of the other type null', () => {
  const explained = ['contact_status', 'contact_checked_at', 'explain'];
  const documented = Object.keys(FlipperSearchItem.properties).filter((key) => !explained.includes(key));
  expect(documented).toHaveLength(25);
  expect(Object.keys(LandlordSearchItem.properties).sort()).toEqual(Object.keys(FlipperSearchItem.properties).sort());
  for (const variant of BuyerSearchItem.anyOf) {
    expect(variant.required as string[]).toHaveLength(25);
    expect(Value.Check(variant, variant.examples[0])).toBe(true);
  }
});

describe('applies defaults to fields that are omitted, null or empty', () => {
  test('of a buyer search', () => {
    const nulls = Object.fromEntries(
      Object.keys(buyerSearch.request.body?.properties ?? {}).map((field) => [field, null]),
    );
    const defaults = {
      address: '1 Main St',
      latitude: null,
      longitude: null,
      property_types: ['SFR', 'CONDO', 'MOBILE', 'MFR'],
      buyer_types: ['flipper', 'landlord'],
      radius_miles: 2,
      lookback_years: 2,
      min_bedrooms: null,
      max_bedrooms: null,
      min_bathrooms: null,
      max_bathrooms: null,
      min_purchase_price: null,
      max_purchase_price: null,
      hide_non_arms_length: true,
      hide_hedge_fund: true,
      hide_no_phone: false,
      create_deal: true,
      async: false,
      webhook_url: null,
      webhook_secret: null,
      results_in_webhook: false,
      explain: false,
      limit: 500,
    };
    const address = ' 1 Main St ';
    expect(buyerSearchCriteria({ address })).toEqual(defaults as never);
    expect(buyerSearchCriteria({ ...nulls, address })).toEqual(defaults as never);
    expect(buyerSearchCriteria({ address, property_types: [], buyer_types: [], latitude: 5 })).toEqual(
      defaults as never,
    );
    const given = buyerSearchCriteria({
      latitude: 0,
      longitude: 0,
      hide_hedge_fund: false,
      property_types: ['LAND', 'LAND'],
    });
    expect(given).toMatchObject({ address: null, latitude: 0, longitude: 0, hide_hedge_fund: false });
    expect(given.property_types).toEqual(['LAND']);
  });

  test('of the other searches', () => {
    const at = { latitude: 1, longitude: 2 };
    expect(analyticsSearchCriteria({ ...at, flipper_weight: 7 })).toEqual({
      ...at,
      property_types: ['SFR'],
      flipper_weight: 1,
    });
    expect(analyticsSearchCriteria({ ...at, flipper_weight: null }).flipper_weight).toBe(0.5);
    expect(analyticsSummaryCriteria({ ...at, metrics_radius_mi: 0.05 })).toMatchObject({
      metrics_radius_mi: 0.1,
      lookback_months: 24,
    });
    expect(investorCompsCriteria({ ...at, subject_property_details: null }).subject_property_details).toBeNull();
    expect(investorCompsCriteria({ ...at, subject_property_details: {} }).subject_property_details).toEqual({
      bedrooms: null,
      bathrooms: null,
      square_feet: null,
    });
    expect(linkedDealsCriteria({ search_string: ' ACME ', search_state: 'az' })).toEqual({
      search_string: 'ACME',
      search_state: 'AZ',
      is_entity_name: true,
      strict_matches_only: true,
      explain: false,
    });
    expect(retailCompsCriteria({ address: 'a', max_radius_miles: 0 })).toMatchObject({
      radius_miles: 0,
      widest_radius_miles: 0,
      days_back: 180,
      widest_days_back: 365,
    });
  });
});
