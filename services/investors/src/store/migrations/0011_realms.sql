ALTER TABLE "investors"."crm_deals" ADD COLUMN "realm" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "investors"."searches" ADD COLUMN "realm" text DEFAULT 'live' NOT NULL;--> statement-breakpoint
ALTER TABLE "investors"."crm_deals" ADD CONSTRAINT "crm_deals_realm_check" CHECK ("investors"."crm_deals"."realm" in ('live', 'sample'));--> statement-breakpoint
ALTER TABLE "investors"."searches" ADD CONSTRAINT "searches_realm_check" CHECK ("investors"."searches"."realm" in ('live', 'sample'));