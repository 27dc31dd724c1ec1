DROP INDEX "accounts"."usage_reservations_allowance_index";--> statement-breakpoint
ALTER TABLE "accounts"."usage_counters" ADD COLUMN "earliest_expiry" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."usage_reservations" ADD COLUMN "is_settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "usage_reservations_allowance_index" ON "accounts"."usage_reservations" USING btree ("owner_id","endpoint","month","expires_at");--> statement-breakpoint
ALTER TABLE "accounts"."usage_counters" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "accounts"."usage_reservations" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
