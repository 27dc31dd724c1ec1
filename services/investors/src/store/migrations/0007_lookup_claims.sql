CREATE TABLE "investors"."lookup_claims" (
	"company_id" text NOT NULL,
	"owner_key" text NOT NULL,
	"claim_id" uuid NOT NULL,
	"claimed_until" timestamp with time zone NOT NULL,
	CONSTRAINT "lookup_claims_company_id_owner_key_pk" PRIMARY KEY("company_id","owner_key")
);
--> statement-breakpoint
CREATE INDEX "lookup_claims_claim_id_index" ON "investors"."lookup_claims" USING btree ("claim_id");