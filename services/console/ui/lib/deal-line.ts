/** One deal, whichever request told of it. */
export interface DealLine {
  key: string;
  type: 'flip' | 'rental';
  address: string | null;
  bought: string;
  paid: number | null;
  sold: string | null;
  soldFor: number | null;
}
