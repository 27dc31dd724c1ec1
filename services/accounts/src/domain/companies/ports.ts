import type { AllowanceName, SubscriptionState } from '@plat/contracts';
import type { Actor } from '../ports.ts';

export interface CompanyRecord {
  id: string;
  name: string;
  contactEmail: string | null;
  active: boolean;
  /** Of the companion application; null for a company that has none. */
  subscription: SubscriptionState | null;
  createdAt: string;
}

/** Monthly limit of a company's subscriber keys; null: none of that kind. */
export interface CompanyLimit {
  endpoint: AllowanceName;
  /** What the plan of the company's own subscription allows, such as in a trial. */
  planLimit: number | null;
  /** Agreed for the API instead of the documented limit. */
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
  /** null when the name is taken. */
  insert(
    actor: Actor,
    company: Pick<CompanyRecord, 'name' | 'contactEmail' | 'subscription'>,
  ): Promise<CompanyRecord | null>;
  /** By name. */
  list(): Promise<CompanyRecord[]>;
  /** @param reference id or exact name. */
  find(reference: string): Promise<CompanyDetails | null>;
  /** `name_taken` when another company has the new name; null when there is no such company. */
  change(actor: Actor, id: string, change: CompanyChange): Promise<CompanyRecord | 'name_taken' | null>;
  /** What is left out stays; a limit without both parts is forgotten. */
  setLimit(
    actor: Actor,
    id: string,
    limit: { endpoint: AllowanceName; planLimit?: number | null; customLimit?: number | null },
  ): Promise<CompanyLimit>;
  /** Creates the seat, or changes the one of that name. */
  setSeat(actor: Actor, id: string, seat: { name: string; maySearchBuyers: boolean }): Promise<SeatRecord>;
}
