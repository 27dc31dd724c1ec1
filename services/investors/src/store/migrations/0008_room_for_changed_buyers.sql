-- A search that changes a deal writes its buyers anew. With room on their pages that leaves the index alone and logs a third.
ALTER TABLE "investors"."crm_deal_buyers" SET (fillfactor = 70);
