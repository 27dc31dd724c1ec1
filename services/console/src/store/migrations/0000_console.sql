CREATE SCHEMA "console";
--> statement-breakpoint
CREATE TABLE "console"."people" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"signs_in_with" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"company_id" uuid,
	"active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "people_signs_in_with_subject_unique" UNIQUE("signs_in_with","subject"),
	CONSTRAINT "people_role_check" CHECK ("console"."people"."role" in ('owner', 'operator', 'viewer', 'member')),
	CONSTRAINT "people_signs_in_with_check" CHECK ("console"."people"."signs_in_with" in ('link', 'oidc')),
	CONSTRAINT "people_company_check" CHECK (("console"."people"."role" = 'member') = ("console"."people"."company_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "console"."sessions" (
	"sha256" text PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "console"."sign_in_links" (
	"sha256" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"company_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sign_in_links_role_check" CHECK ("console"."sign_in_links"."role" in ('owner', 'operator', 'viewer', 'member')),
	CONSTRAINT "sign_in_links_company_check" CHECK (("console"."sign_in_links"."role" = 'member') = ("console"."sign_in_links"."company_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "console"."sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "console"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_person_id_index" ON "console"."sessions" USING btree ("person_id");