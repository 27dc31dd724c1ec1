ALTER TABLE "investors"."crm_deals" ADD COLUMN "newest_buyers" text;--> statement-breakpoint
ALTER TABLE "investors"."crm_deals" ADD COLUMN "newest_buyers_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "investors"."crm_deals" ADD COLUMN "newest_search_at" timestamp with time zone;