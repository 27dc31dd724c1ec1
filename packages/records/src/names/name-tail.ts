/** Legal forms are left out of the tail, because companies share them. */
const LEGAL_END = ' (LLC|LP|LLP|INC|CORP|CO|LTD|TRUST)$';
const LEGAL_END_PATTERN = new RegExp(LEGAL_END);

/** Last two characters of a normalised name without its legal form. */
export const nameTail = (nameKey: string): string => nameKey.replace(LEGAL_END_PATTERN, '').slice(-2);

/** `nameTail` of column `name_key` in PostgreSQL. */
export const NAME_TAIL_SQL = `right(regexp_replace(name_key, '${LEGAL_END}', ''), 2)`;
