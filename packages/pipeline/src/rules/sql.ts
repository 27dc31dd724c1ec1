/** Natural order of recording documents within a day: shorter numbers first, then as text. */
export const documentOrder = (column: string): string => `length(${column}) NULLS FIRST, ${column}`;
