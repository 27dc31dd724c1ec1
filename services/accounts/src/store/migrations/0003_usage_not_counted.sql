CREATE TABLE "accounts"."usage_not_counted" (
	"owner_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"month" date NOT NULL,
	"company_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"calls" integer NOT NULL,
	CONSTRAINT "usage_not_counted_calls_check" CHECK ("accounts"."usage_not_counted"."calls" > 0)
);
--> statement-breakpoint
CREATE TRIGGER "usage_not_counted_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "accounts"."usage_not_counted"
	FOR EACH STATEMENT EXECUTE FUNCTION "accounts"."refuse_change"();
