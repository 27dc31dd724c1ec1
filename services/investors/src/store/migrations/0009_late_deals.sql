CREATE TABLE "investors"."late_deals" (
	"search_id" uuid PRIMARY KEY NOT NULL,
	"attachment" json NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "late_deals_due_at_index" ON "investors"."late_deals" USING btree ("due_at");