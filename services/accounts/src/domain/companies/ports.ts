import type { AllowanceName, SubscriptionState } from '@plat/contracts';
import type { Actor } from '../ports.ts';

export interface CompanyRecord {
  id: string;
  name: string;
  contactEmail: string | null;
  active: boolean;
  /** Subscription to the companion application; null without one. */
  subscription: SubscriptionState | null;
  createdAt: string;
}

/** Monthly limits of a company's subscriber keys; null: no limit of that kind. */
export interface CompanyLimit {
  endpoint: AllowanceName;
  /** Limit of the company's own plan, for example during a trial. */
  planLimit: number | null;
  /** API limit agreed instead of the documented one. */
  customLimit: number | null;
}

export interface SeatRecord {
  id: string;
  name: string;
  maySearchBuyers: boolean;
  createdAt: string;
}

export interface CompanyDetails extends CompanyRecord {
  limits: CompanyLimit[];
  seats: SeatRecord[];
}

export type CompanyChange = Partial<Pick<CompanyRecord, 'name' | 'contactEmail' | 'active' | 'subscription'>>;

export interface CompanyStore {
  /** Returns null if the name is taken. */
  insert(
    actor: Actor,
    company: Pick<CompanyRecord, 'name' | 'contactEmail' | 'subscription'>,
  ): Promise<CompanyRecord | null>;
  /** Sorted by name. */
  list(): Promise<CompanyRecord[]>;
  /** @param reference id or exact name. */
  find(reference: string): Promise<CompanyDetails | null>;
  /** Returns `name_taken` if another company has the new name, null if the company is unknown. */
  change(actor: Actor, id: string, change: CompanyChange): Promise<CompanyRecord | 'name_taken' | null>;
  /** Omitted fields stay; a limit without both parts is deleted. */
  setLimit(
    actor: Actor,
    id: string,
    limit: { endpoint: AllowanceName; planLimit?: number | null; customLimit?: number | null },
  ): Promise<CompanyLimit>;
  /** Creates the seat, or changes the existing one of that name. */
  setSeat(actor: Actor, id: string, seat: { name: string; maySearchBuyers: boolean }): Promise<SeatRecord>;
}
