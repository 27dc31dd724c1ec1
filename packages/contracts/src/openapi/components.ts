import type { TSchema } from '@sinclair/typebox';
import { ErrorBody } from '../errors.ts';
import * as operations from '../operations/index.ts';
import * as account from '../resources/account.ts';
import { AutomationBuyerRecord } from '../resources/automation.ts';
import { BuyerProfile } from '../resources/buyer-profile.ts';
import { BuyerExplanation, FlipperSearchItem, LandlordSearchItem } from '../resources/buyer-search-item.ts';
import { BuyerSearchRequest } from '../resources/buyer-search-request.ts';
import { DryRunAnswer } from '../resources/dry-run.ts';
import { LegacyBuyerResult, LegacySearchRequest } from '../resources/legacy-search.ts';
import { LinkedDeal, LinkedDealsRequest, PortfolioStatistics } from '../resources/linked-deals.ts';
import { Offer, OffersAnswer, OffersRequest } from '../resources/offers.ts';
import * as retail from '../resources/retail-comps.ts';
import * as messages from '../resources/webhook-messages.ts';

/** Schemas with a name, so that readers and generated clients see each shape once. */
const NAMED: Readonly<Record<string, TSchema>> = {
  Error: ErrorBody,
  AutocompleteRequest: operations.AutocompleteRequest,
  AutocompleteResult: operations.AutocompleteResult,
  BuyerSearchRequest,
  BuyerSearchPending: operations.BuyerSearchPending,
  BuyerExplanation,
  FlipperSearchItem,
  LandlordSearchItem,
  RetailCompsRequest: retail.RetailCompsRequest,
  RetailCompsSubject: retail.RetailCompsSubject,
  RetailComp: retail.RetailComp,
  AutomatedValuation: retail.AutomatedValuation,
  AfterRepairValue: retail.AfterRepairValue,
  OffersRequest,
  Offer,
  OffersAnswer,
  InvestorCompsRequest: operations.InvestorCompsRequest,
  LinkedDealsRequest,
  LinkedDeal,
  PortfolioStatistics,
  BuyerProfile,
  AnalyticsSearchRequest: operations.AnalyticsSearchRequest,
  AnalyticsSummaryRequest: operations.AnalyticsSummaryRequest,
  AnalyticsSummary: operations.AnalyticsSummary,
  ValuationAccuracy: operations.ValuationAccuracy,
  MatchingAccuracy: operations.MatchingAccuracy,
  LinkingAccuracy: operations.LinkingAccuracy,
  Account: account.Account,
  Plan: account.Plan,
  User: account.User,
  UserDetails: account.UserDetails,
  Subscription: account.Subscription,
  DryRun: DryRunAnswer,
  AutomationBuyerRecord,
  LegacySearchRequest,
  LegacyBuyerResult,
  BuyerSearchCompleted: messages.BuyerSearchCompleted,
  BuyerSearchFailed: messages.BuyerSearchFailed,
  LegacySearchCompleted: messages.LegacySearchCompleted,
  DealChanged: messages.DealChanged,
};

const names = new Map<TSchema, string>(Object.entries(NAMED).map(([name, schema]) => [schema, name]));

export const componentName = (schema: TSchema): string | undefined => names.get(schema);

export function componentSchema(name: string): TSchema {
  const schema = NAMED[name];
  if (schema === undefined) throw new RangeError(`no component schema is called ${name}`);
  return schema;
}
