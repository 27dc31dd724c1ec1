/** Lists that an operator may add people to; `allowedContact` defines what each withholds. */
export const OWN_LISTS = ['opt_out', 'deletion', 'litigator', 'national_dnc', 'state_dnc', 'reassigned'] as const;
export type OwnList = (typeof OWN_LISTS)[number];
