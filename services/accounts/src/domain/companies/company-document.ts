import type { CompanyDetails, CompanyLimit, CompanyRecord, SeatRecord } from './ports.ts';

/** A company as operators see it. */
export const companyDocument = (company: CompanyRecord) => ({
  id: company.id,
  name: company.name,
  contact_email: company.contactEmail,
  active: company.active,
  subscription: company.subscription,
  created_at: company.createdAt,
});

export const limitDocument = ({ endpoint, planLimit, customLimit }: CompanyLimit) => ({
  endpoint,
  plan_limit: planLimit,
  custom_limit: customLimit,
});

export const seatDocument = ({ id, name, maySearchBuyers, createdAt }: SeatRecord) => ({
  id,
  name,
  may_search_buyers: maySearchBuyers,
  created_at: createdAt,
});

export const companyDetailsDocument = (company: CompanyDetails) => ({
  ...companyDocument(company),
  limits: company.limits.map(limitDocument),
  seats: company.seats.map(seatDocument),
});
