ALTER TABLE "accounts"."company_limits" DROP CONSTRAINT "company_limits_endpoint_check";--> statement-breakpoint
ALTER TABLE "accounts"."company_limits" ADD CONSTRAINT "company_limits_endpoint_check" CHECK ("accounts"."company_limits"."endpoint" in ('autocomplete', 'retail_comps', 'analytics_search', 'analytics_summary', 'buyer_search', 'investor_comps', 'linked_deals', 'offers', 'legacy_search'));--> statement-breakpoint
UPDATE "accounts"."api_keys" SET "authorized_endpoints" = "authorized_endpoints" || '{offers}'::text[]
	WHERE 'retail_comps' = ANY ("authorized_endpoints") AND NOT 'offers' = ANY ("authorized_endpoints");
