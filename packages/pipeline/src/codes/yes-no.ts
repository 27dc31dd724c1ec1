const YES: ReadonlySet<string> = new Set(['y', 'yes', 't', 'true', 'x', 'on', 'h', 'hs', 'hx', 'homestead']);
const NO: ReadonlySet<string> = new Set(['n', 'no', 'f', 'false', 'off', '-', 'none', 'non-homestead', 'nonhomestead']);

/**
 * Reads yes or no in its usual spellings. A number is an exempted amount or a flag: above 0 is yes, 0 is no.
 * @returns null for any other text.
 */
export function readYesNo(text: string): boolean | null {
  const tidied = text.trim().toLowerCase();
  if (YES.has(tidied)) return true;
  if (NO.has(tidied)) return false;
  const amount = Number(tidied.replace(/[$,\s]/g, ''));
  if (tidied === '' || !Number.isFinite(amount) || amount < 0) return null;
  return amount > 0;
}
