/** Company that owns the operators' own view of the records in the console. Lists of companies leave it out. */
export const OPERATORS_COMPANY_ID = '00000000-0000-4000-8000-00000000c0de';
