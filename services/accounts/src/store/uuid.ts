const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text may be compared with a uuid column, which refuses any other text with an error. */
export const isUuid = (text: string): boolean => UUID.test(text);
