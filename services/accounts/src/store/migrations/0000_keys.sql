CREATE SCHEMA "accounts";
--> statement-breakpoint
CREATE TABLE "accounts"."api_keys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"key_prefix" text NOT NULL,
	"key_sha256" text NOT NULL,
	"rate_limit_per_minute" integer NOT NULL,
	"authorized_endpoints" text[],
	"subscription" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_key_sha256_unique" UNIQUE("key_sha256"),
	CONSTRAINT "api_keys_kind_check" CHECK ("accounts"."api_keys"."kind" in ('subscriber', 'enterprise')),
	CONSTRAINT "api_keys_rate_limit_check" CHECK ("accounts"."api_keys"."rate_limit_per_minute" > 0),
	CONSTRAINT "api_keys_key_sha256_check" CHECK ("accounts"."api_keys"."key_sha256" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "api_keys_subscription_check" CHECK (("accounts"."api_keys"."kind" = 'subscriber') = ("accounts"."api_keys"."subscription" is not null) and ("accounts"."api_keys"."subscription" is null or "accounts"."api_keys"."subscription" in ('active', 'trial', 'lapsed')))
);
--> statement-breakpoint
CREATE TABLE "accounts"."companies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"contact_email" text,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "accounts"."api_keys" ADD CONSTRAINT "api_keys_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "accounts"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_company_id_index" ON "accounts"."api_keys" USING btree ("company_id");