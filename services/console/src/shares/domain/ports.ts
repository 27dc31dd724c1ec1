import type { SharedPlace } from '@plat/contracts/admin';

export interface Share {
  id: string;
  personId: string;
  /** Name of the person. */
  sharedBy: string;
  companyId: string | null;
  address: string;
  /** ISO 8601. */
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

export interface NewShare {
  sha256: string;
  personId: string;
  companyId: string | null;
  place: SharedPlace;
  nowMs: number;
  expiresAtMs: number;
}

export interface ShareStore {
  /** Null when the company, or the person without a company, has `most` active links already. */
  add(share: NewShare, most: number): Promise<Share | null>;
  /** Newest first, after the given pair; of one person, or of everybody. */
  list(
    of: { personId: string | null },
    after: { createdAt: string; id: string } | null,
    limit: number,
  ): Promise<Share[]>;
  /** Null for an unknown link, or one of somebody else. Deletes what the link showed. */
  revoke(id: string, of: { personId: string | null }, nowMs: number): Promise<Share | null>;
  /** Null for an unknown token; without a place when the link or its person is not active any more. */
  open(sha256: string, nowMs: number): Promise<{ share: Share; place: SharedPlace | null } | null>;
}
