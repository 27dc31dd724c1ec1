CREATE TABLE "console"."saved_searches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"buyers" jsonb NOT NULL,
	"records_through" date,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "console"."saved_searches" ADD CONSTRAINT "saved_searches_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "console"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "saved_searches_person_id_index" ON "console"."saved_searches" USING btree ("person_id");