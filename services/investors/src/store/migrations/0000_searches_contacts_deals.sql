CREATE SCHEMA "investors";
--> statement-breakpoint
CREATE TABLE "investors"."crm_deal_buyers" (
	"deal_id" uuid NOT NULL,
	"buyer_key" text NOT NULL,
	"buyer_type" text NOT NULL,
	"found" jsonb NOT NULL,
	"found_on" date NOT NULL,
	CONSTRAINT "crm_deal_buyers_deal_id_buyer_key_buyer_type_pk" PRIMARY KEY("deal_id","buyer_key","buyer_type")
);
--> statement-breakpoint
CREATE TABLE "investors"."crm_deal_searches" (
	"deal_id" uuid NOT NULL,
	"search_id" uuid NOT NULL,
	"searched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "crm_deal_searches_deal_id_search_id_pk" PRIMARY KEY("deal_id","search_id")
);
--> statement-breakpoint
CREATE TABLE "investors"."crm_deals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner" text NOT NULL,
	"company_id" text NOT NULL,
	"key_id" text NOT NULL,
	"user_id" text,
	"property_id" bigint NOT NULL,
	"address" text NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "crm_deals_owner_property_id_unique" UNIQUE("owner","property_id")
);
--> statement-breakpoint
CREATE TABLE "investors"."search_results" (
	"search_id" uuid PRIMARY KEY NOT NULL,
	"buyers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investors"."searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"api" text NOT NULL,
	"company_id" text NOT NULL,
	"key_id" text NOT NULL,
	"user_id" text,
	"question" jsonb NOT NULL,
	"sort" text NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"result_count" integer,
	"reservation_id" uuid,
	"skiptraced" boolean,
	"webhook_url" text,
	"webhook_secret" text,
	"results_in_webhook" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "searches_api_check" CHECK ("investors"."searches"."api" in ('v1', 'legacy')),
	CONSTRAINT "searches_status_check" CHECK ("investors"."searches"."status" in ('pending', 'completed', 'failed')),
	CONSTRAINT "searches_completed_check" CHECK (("investors"."searches"."status" = 'pending') = ("investors"."searches"."completed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "investors"."skiptraced_contacts" (
	"company_id" text NOT NULL,
	"owner_key" text NOT NULL,
	"contact" jsonb,
	"looked_up_at" timestamp with time zone NOT NULL,
	CONSTRAINT "skiptraced_contacts_company_id_owner_key_pk" PRIMARY KEY("company_id","owner_key")
);
--> statement-breakpoint
CREATE TABLE "investors"."suppressions" (
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"list" text NOT NULL,
	"note" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "suppressions_kind_value_list_pk" PRIMARY KEY("kind","value","list"),
	CONSTRAINT "suppressions_kind_check" CHECK ("investors"."suppressions"."kind" in ('phone', 'email', 'person'))
);
--> statement-breakpoint
CREATE TABLE "investors"."webhook_attempts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "investors"."webhook_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"duration_ms" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "investors"."webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"key_id" text NOT NULL,
	"event" text NOT NULL,
	"search_id" uuid,
	"deal_id" uuid,
	"url" text NOT NULL,
	"retries" boolean NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_event_check" CHECK ("investors"."webhook_deliveries"."event" in ('buyer_search.completed', 'buyer_search.failed', 'legacy_search.completed', 'deal.changed')),
	CONSTRAINT "webhook_deliveries_status_check" CHECK ("investors"."webhook_deliveries"."status" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_subject_check" CHECK (num_nonnulls("investors"."webhook_deliveries"."search_id", "investors"."webhook_deliveries"."deal_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "investors"."webhook_settings" (
	"key_id" text PRIMARY KEY NOT NULL,
	"company_id" text NOT NULL,
	"signing_secret" text NOT NULL,
	"former_secret" text,
	"former_secret_until" timestamp with time zone,
	"retries" boolean DEFAULT false NOT NULL,
	"deal_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "investors"."crm_deal_buyers" ADD CONSTRAINT "crm_deal_buyers_deal_id_crm_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "investors"."crm_deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investors"."crm_deal_searches" ADD CONSTRAINT "crm_deal_searches_deal_id_crm_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "investors"."crm_deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investors"."search_results" ADD CONSTRAINT "search_results_search_id_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "investors"."searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investors"."webhook_attempts" ADD CONSTRAINT "webhook_attempts_delivery_id_webhook_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "investors"."webhook_deliveries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investors"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_search_id_searches_id_fk" FOREIGN KEY ("search_id") REFERENCES "investors"."searches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "investors"."webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_deal_id_crm_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "investors"."crm_deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_deals_updated_at_index" ON "investors"."crm_deals" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "crm_deals_company_id_index" ON "investors"."crm_deals" USING btree ("company_id","updated_at");--> statement-breakpoint
CREATE INDEX "searches_expires_at_index" ON "investors"."searches" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "searches_pending_index" ON "investors"."searches" USING btree ("created_at") WHERE "investors"."searches"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_attempts_delivery_id_index" ON "investors"."webhook_attempts" USING btree ("delivery_id","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_key_id_index" ON "investors"."webhook_deliveries" USING btree ("key_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_search_id_index" ON "investors"."webhook_deliveries" USING btree ("search_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_deal_id_index" ON "investors"."webhook_deliveries" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created_at_index" ON "investors"."webhook_deliveries" USING btree ("created_at");