CREATE TABLE "console"."shares" (
	"sha256" text PRIMARY KEY NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"company_id" uuid,
	"address" text NOT NULL,
	"place" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "shares_id_unique" UNIQUE("id"),
	CONSTRAINT "shares_place_check" CHECK ("console"."shares"."place" is null or "console"."shares"."revoked_at" is null)
);
--> statement-breakpoint
ALTER TABLE "console"."shares" ADD CONSTRAINT "shares_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "console"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shares_person_id_index" ON "console"."shares" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE INDEX "shares_company_id_index" ON "console"."shares" USING btree ("company_id");