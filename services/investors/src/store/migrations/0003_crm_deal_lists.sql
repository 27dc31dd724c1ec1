DROP INDEX "investors"."crm_deals_company_id_index";--> statement-breakpoint
ALTER TABLE "investors"."crm_deal_buyers" ADD COLUMN "found_at" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE INDEX "crm_deals_key_id_index" ON "investors"."crm_deals" USING btree ("key_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "crm_deals_user_id_index" ON "investors"."crm_deals" USING btree ("user_id","updated_at","id") WHERE "investors"."crm_deals"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "crm_deals_company_id_index" ON "investors"."crm_deals" USING btree ("company_id","updated_at","id");