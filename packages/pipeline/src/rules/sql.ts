/** Natural order of recording documents within a day: shorter numbers first, then as text (C.0: date, document, id). */
export const documentOrder = (column: string): string => `length(${column}) NULLS FIRST, ${column}`;
