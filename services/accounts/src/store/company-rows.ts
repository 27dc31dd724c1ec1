import type { SubscriptionState } from '@plat/contracts';
import type { CompanyRecord } from '../domain/companies/ports.ts';

export interface CompanyRow {
  id: string;
  name: string;
  contact_email: string | null;
  active: boolean;
  subscription: SubscriptionState | null;
  created_at: Date;
}

export const toCompanyRecord = (row: CompanyRow): CompanyRecord => ({
  id: row.id,
  name: row.name,
  contactEmail: row.contact_email,
  active: row.active,
  subscription: row.subscription,
  createdAt: row.created_at.toISOString(),
});
