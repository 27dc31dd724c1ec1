/** A word list written as a comma-separated block. */
export const words = (block: string): readonly string[] => block.trim().split(/\s*,\s*/);
