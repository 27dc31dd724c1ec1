ALTER TABLE "investors"."crm_deal_buyers" ADD COLUMN "stage" text DEFAULT 'found' NOT NULL;--> statement-breakpoint
ALTER TABLE "investors"."crm_deals" ADD COLUMN "stage" text DEFAULT 'new' NOT NULL;