CREATE TABLE "accounts"."api_key_secrets" (
	"sha256" text PRIMARY KEY NOT NULL,
	"key_id" uuid NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_key_secrets_sha256_check" CHECK ("accounts"."api_key_secrets"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "accounts"."audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts"."audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"company_id" uuid,
	"key_id" uuid,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "accounts"."company_limits" (
	"company_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"plan_limit" integer,
	"custom_limit" integer,
	CONSTRAINT "company_limits_company_id_endpoint_pk" PRIMARY KEY("company_id","endpoint"),
	CONSTRAINT "company_limits_endpoint_check" CHECK ("accounts"."company_limits"."endpoint" in ('autocomplete', 'retail_comps', 'analytics_search', 'analytics_summary', 'buyer_search', 'investor_comps', 'linked_deals', 'legacy_search')),
	CONSTRAINT "company_limits_range_check" CHECK ("accounts"."company_limits"."plan_limit" >= 0 and "accounts"."company_limits"."custom_limit" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts"."counted_things" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"counted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "counted_things_company_id_kind_value_pk" PRIMARY KEY("company_id","kind","value")
);
--> statement-breakpoint
CREATE TABLE "accounts"."end_users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" text COLLATE "C" NOT NULL,
	"active" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "end_users_key_id_user_id_unique" UNIQUE("key_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "accounts"."idempotent_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"operation" text NOT NULL,
	"request_sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" "bytea",
	CONSTRAINT "idempotent_requests_unique" UNIQUE("key_id","user_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "accounts"."key_plans" (
	"key_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	CONSTRAINT "key_plans_key_id_plan_id_pk" PRIMARY KEY("key_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "accounts"."plans" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"monthly_price_usd" numeric(12, 2) NOT NULL,
	"autocomplete_limit" integer NOT NULL,
	"analytics_search_limit" integer NOT NULL,
	"buyer_search_limit" integer NOT NULL,
	"investor_comps_limit" integer NOT NULL,
	"retail_comps_limit" integer NOT NULL,
	"linked_deals_limit" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_range_check" CHECK (least("accounts"."plans"."monthly_price_usd", "accounts"."plans"."autocomplete_limit", "accounts"."plans"."analytics_search_limit", "accounts"."plans"."buyer_search_limit", "accounts"."plans"."investor_comps_limit", "accounts"."plans"."retail_comps_limit", "accounts"."plans"."linked_deals_limit") >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts"."seats" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"may_search_buyers" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seats_company_id_name_unique" UNIQUE("company_id","name")
);
--> statement-breakpoint
CREATE TABLE "accounts"."usage_counters" (
	"owner_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"month" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_counters_owner_id_endpoint_month_pk" PRIMARY KEY("owner_id","endpoint","month"),
	CONSTRAINT "usage_counters_range_check" CHECK ("accounts"."usage_counters"."used" >= 0 and "accounts"."usage_counters"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "accounts"."usage_ledger" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"month" date NOT NULL,
	"company_id" uuid NOT NULL,
	"key_id" uuid,
	"thing_kind" text,
	"thing_value" text,
	"source" text NOT NULL,
	"occurred_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."usage_reservations" (
	"reservation_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"month" date NOT NULL,
	"company_id" uuid NOT NULL,
	"key_id" uuid NOT NULL,
	"thing_kind" text,
	"thing_value" text,
	"is_free" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "accounts"."user_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"end_user_id" uuid NOT NULL,
	"plan_id" text NOT NULL,
	"active" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP CONSTRAINT "api_keys_key_sha256_unique";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP CONSTRAINT "api_keys_key_sha256_check";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP CONSTRAINT "api_keys_subscription_check";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP CONSTRAINT "api_keys_kind_check";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP CONSTRAINT "api_keys_rate_limit_check";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "seat_id" uuid;--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" RENAME COLUMN "rate_limit_per_minute" TO "rate_limit";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "rate_window_seconds" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "monthly_limit" integer;--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "allowed_addresses" text[];--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts"."companies" ADD COLUMN "subscription" text;--> statement-breakpoint
ALTER TABLE "accounts"."api_key_secrets" ADD CONSTRAINT "api_key_secrets_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "accounts"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."company_limits" ADD CONSTRAINT "company_limits_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "accounts"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."end_users" ADD CONSTRAINT "end_users_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "accounts"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."key_plans" ADD CONSTRAINT "key_plans_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "accounts"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."key_plans" ADD CONSTRAINT "key_plans_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "accounts"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."seats" ADD CONSTRAINT "seats_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "accounts"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."user_subscriptions" ADD CONSTRAINT "user_subscriptions_end_user_id_end_users_id_fk" FOREIGN KEY ("end_user_id") REFERENCES "accounts"."end_users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts"."user_subscriptions" ADD CONSTRAINT "user_subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "accounts"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_secrets_key_id_index" ON "accounts"."api_key_secrets" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "api_key_secrets_prefix_index" ON "accounts"."api_key_secrets" USING btree ("prefix");--> statement-breakpoint
CREATE INDEX "audit_events_company_id_index" ON "accounts"."audit_events" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "audit_events_key_id_index" ON "accounts"."audit_events" USING btree ("key_id","id");--> statement-breakpoint
CREATE INDEX "idempotent_requests_created_at_index" ON "accounts"."idempotent_requests" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "key_plans_plan_id_index" ON "accounts"."key_plans" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "usage_ledger_allowance_index" ON "accounts"."usage_ledger" USING btree ("owner_id","endpoint","month");--> statement-breakpoint
CREATE INDEX "usage_reservations_allowance_index" ON "accounts"."usage_reservations" USING btree ("owner_id","endpoint","month");--> statement-breakpoint
CREATE INDEX "usage_reservations_expires_at_index" ON "accounts"."usage_reservations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_subscriptions_end_user_id_index" ON "accounts"."user_subscriptions" USING btree ("end_user_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan_id_index" ON "accounts"."user_subscriptions" USING btree ("plan_id");--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_seat_id_seats_id_fk" FOREIGN KEY ("seat_id") REFERENCES "accounts"."seats"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "accounts"."api_key_secrets" ("sha256", "key_id", "prefix", "created_at", "last_used_at")
	SELECT "key_sha256", "id", "key_prefix", "created_at", "last_used_at" FROM "accounts"."api_keys";--> statement-breakpoint
UPDATE "accounts"."companies" c SET "subscription" = (
	SELECT k."subscription" FROM "accounts"."api_keys" k WHERE k."company_id" = c."id" AND k."subscription" IS NOT NULL
	ORDER BY array_position(ARRAY['active', 'trial', 'lapsed'], k."subscription") LIMIT 1);--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP COLUMN "key_prefix";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP COLUMN "key_sha256";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP COLUMN "last_used_at";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" DROP COLUMN "subscription";--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_seat_check" CHECK ("accounts"."api_keys"."seat_id" is null or "accounts"."api_keys"."kind" = 'subscriber');--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_monthly_limit_check" CHECK (("accounts"."api_keys"."kind" = 'legacy_search') = ("accounts"."api_keys"."monthly_limit" is not null));--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_kind_check" CHECK ("accounts"."api_keys"."kind" in ('subscriber', 'enterprise', 'legacy_search'));--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_rate_limit_check" CHECK ("accounts"."api_keys"."rate_limit" > 0 and "accounts"."api_keys"."rate_window_seconds" > 0);--> statement-breakpoint
ALTER TABLE "accounts"."companies" ADD CONSTRAINT "companies_subscription_check" CHECK ("accounts"."companies"."subscription" in ('active', 'trial', 'lapsed'));--> statement-breakpoint
CREATE FUNCTION "accounts"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of %.% are only ever added', TG_TABLE_SCHEMA, TG_TABLE_NAME;
END
$$;--> statement-breakpoint
CREATE TRIGGER "usage_ledger_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "accounts"."usage_ledger"
	FOR EACH STATEMENT EXECUTE FUNCTION "accounts"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_events_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "accounts"."audit_events"
	FOR EACH STATEMENT EXECUTE FUNCTION "accounts"."refuse_change"();
