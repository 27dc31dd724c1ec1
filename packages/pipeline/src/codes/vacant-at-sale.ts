import { type CodeTable, readCode } from './code-table.ts';
import { readYesNo } from './yes-no.ts';

const TABLE: CodeTable<'land' | 'improved'> = {
  exact: { V: 'land', VAC: 'land', I: 'improved', IMP: 'improved', '0': 'improved', '1': 'land' },
  patterns: [
    [/\bNOT VACANT\b|\bNON ?VACANT\b|\bBUILDINGS?\b|\bBLDGS?\b/, 'improved'],
    [/\bUNIMPROVED\b|\bVACANT\b|\bBARE\b|\bLAND ONLY\b/, 'land'],
    [/\bIMPROVED\b|\bIMPROVEMENTS?\b|\bIMPR?\b/, 'improved'],
    [/\bLAND\b|\bLOTS?\b/, 'land'],
  ],
};

/**
 * True if a parcel was bare land when it was sold: V or I (Florida's VI_CD), `1:Land` or `2:Land & Building`,
 * vacant or improved, yes or no.
 * @returns null for any other text.
 */
export function readVacantAtSale(text: string): boolean | null {
  const labelled = /^[A-Z0-9]{1,3}\s*[:=]\s*(.+)$/i.exec(text.trim());
  const code = readCode(TABLE, labelled?.[1] ?? text);
  if (code !== null) return code === 'land';
  // Any other number is an unknown code, not an amount.
  return /\d/.test(text) ? null : readYesNo(text);
}
