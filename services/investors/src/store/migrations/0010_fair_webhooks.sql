ALTER TABLE "investors"."webhook_deliveries" ADD COLUMN "starts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "investors"."webhook_deliveries" ADD COLUMN "lane" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "investors"."webhook_deliveries" ADD COLUMN "cause" jsonb;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_lane_index" ON "investors"."webhook_deliveries" USING btree ("lane",greatest("next_attempt_at", "claimed_until")) WHERE "investors"."webhook_deliveries"."status" = 'pending';--> statement-breakpoint
-- What an older version queued goes on in the lane of its company, key and host.
UPDATE "investors"."webhook_deliveries"
SET "lane" = json_build_array("company_id", "key_id", NULL, lower(substring("url" from '^[A-Za-z]+://(?:[^/?#@]*@)?([^/?#]*)')))::text
WHERE "status" = 'pending';
