let keys = 0;

/** A key that no other test uses, even in a store shared by several test files. */
export const freshKey = (): string => `key-${process.pid}-${Date.now()}-${keys++}`;
