/** Lists that an operator may put somebody on; what each takes is the rule of `allowedContact`. */
export const OWN_LISTS = ['opt_out', 'deletion', 'litigator', 'national_dnc', 'state_dnc', 'reassigned'] as const;
export type OwnList = (typeof OWN_LISTS)[number];
