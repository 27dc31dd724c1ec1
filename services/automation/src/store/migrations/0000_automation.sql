CREATE SCHEMA "automation";
--> statement-breakpoint
CREATE TABLE "automation"."users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"uid" text NOT NULL,
	"email" text,
	"display_name" text,
	"status" text DEFAULT 'active' NOT NULL,
	"key_sha256" text,
	"key_prefix" text,
	"key_created_at" timestamp with time zone,
	"key_last_used_at" timestamp with time zone,
	"signing_secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_uid_unique" UNIQUE("uid"),
	CONSTRAINT "users_key_sha256_unique" UNIQUE("key_sha256"),
	CONSTRAINT "users_status_check" CHECK ("automation"."users"."status" in ('active', 'disabled')),
	CONSTRAINT "users_key_check" CHECK (("automation"."users"."key_sha256" is null) = ("automation"."users"."key_prefix" is null)),
	CONSTRAINT "users_key_sha256_check" CHECK ("automation"."users"."key_sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "automation"."webhook_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"web_url" text NOT NULL,
	"normalized_url" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_subscriptions_user_id_normalized_url_unique" UNIQUE("user_id","normalized_url"),
	CONSTRAINT "webhook_subscriptions_failures_check" CHECK (("automation"."webhook_subscriptions"."failures" = 0) = ("automation"."webhook_subscriptions"."failing_since" is null))
);
--> statement-breakpoint
ALTER TABLE "automation"."webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "automation"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_subscriptions_user_id_created_at_index" ON "automation"."webhook_subscriptions" USING btree ("user_id","created_at");