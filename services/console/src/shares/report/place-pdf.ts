import type { SharedPlace } from '@plat/contracts/admin';
import type { jsPDF } from 'jspdf';
import { asDay, asDollars } from '../../../ui/lib/format.ts';
import { latinText } from '../domain/latin-text.ts';
import { BUYER_HEADERS, buyerCells, buyersText, homeTexts, rangeText, sumTexts } from '../domain/place-texts.ts';

/** US Letter, in points. */
const WIDTH = 612;
const HEIGHT = 792;
const MARGIN = 54;
const RIGHT = WIDTH - MARGIN;
const FOOT = HEIGHT - 40;
const ROW = 15.5;
const ROWS_FROM = 128;
const ROWS_MAX = Math.floor((FOOT - 24 - ROWS_FROM) / ROW);
/** Left edge of each column of buyers; numbers end at the next one. */
const COLUMNS = [MARGIN, 90, 300, 365, 430, 505, RIGHT] as const;
const NUMERIC: readonly number[] = [3, 5];

const INK = '#1c1b19';
const SOFT = '#55514c';
const ACCENT = '#0d6b52';
const LINE = '#e2dfd9';

/**
 * Two pages in US Letter: value and offer, then the buyers that fit.
 * @param note the last line of the foot, such as who made it.
 */
export async function placePdf(place: SharedPlace, note: string): Promise<ArrayBuffer> {
  // Loaded with the first report, because a start needs none.
  const { jsPDF: Document } = await import('jspdf');
  const document = new Document({ unit: 'pt', format: 'letter', putOnlyUsedFonts: true });
  document.setProperties({ title: latinText(place.address), creator: 'Plat' });
  document.setLanguage('en-US');
  const page = writer(document);
  drawValue(page, place);
  drawFoot(page, place, note, 1);
  document.addPage();
  drawBuyers(page, place);
  drawFoot(page, place, note, 2);
  return document.output('arraybuffer');
}

interface TextStyle {
  size?: number;
  color?: string;
  bold?: boolean;
  /** The text ends at x. */
  atRight?: boolean;
  /** A longer text is cut. */
  width?: number;
}

type Writer = ReturnType<typeof writer>;

const writer = (document: jsPDF) => {
  const style = ({ size = 10, color = INK, bold = false }: TextStyle) =>
    document
      .setFont('helvetica', bold ? 'bold' : 'normal')
      .setFontSize(size)
      .setTextColor(color);
  return {
    text(given: string, x: number, y: number, look: TextStyle = {}): void {
      style(look);
      const text = cut(latinText(given), look.width ?? RIGHT - MARGIN, (part) => document.getTextWidth(part));
      document.text(text, x, y, { align: look.atRight === true ? 'right' : 'left' });
    },
    /** Writes at most so many lines. @returns the y of the last one. */
    lines(given: string, y: number, most: number, look: TextStyle): number {
      style(look);
      const all = document.splitTextToSize(latinText(given), RIGHT - MARGIN) as string[];
      const height = (look.size ?? 10) * 1.25;
      all.slice(0, most).forEach((line, at) => void document.text(line, MARGIN, y + at * height));
      return y + (Math.min(most, all.length) - 1) * height;
    },
    line(y: number): void {
      document.setDrawColor(LINE).setLineWidth(0.75).line(MARGIN, y, RIGHT, y);
    },
  };
};

/** The text, or as much of it as is not wider. */
function cut(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text;
  let end = text.length;
  while (end > 0 && widthOf(`${text.slice(0, end)}…`) > width) end -= 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

function drawValue(page: Writer, place: SharedPlace): void {
  let y = page.lines(place.address, 76, 2, { size: 20, bold: true });
  y = page.lines(homeTexts(place).join(' · '), y + 20, 3, { color: SOFT }) + 34;
  const { offer, arv, as_is: asIs, rent } = place;
  if (offer !== null) {
    page.text('Maximum offer', MARGIN, y, { size: 9, color: SOFT });
    page.text(asDollars(offer.value), MARGIN, y + 30, { size: 30, bold: true, color: ACCENT });
    page.text(rangeText(offer), MARGIN, y + 46, { size: 9, color: SOFT });
    y += 82;
  }
  const values = [
    ['After repair (ARV)', arv],
    ['As it is today', asIs],
    ['Rent a month', rent],
  ] as const;
  for (const [at, [name, range]] of values.entries()) {
    const x = MARGIN + at * 170;
    page.text(name, x, y, { size: 9, color: SOFT });
    page.text(range === null ? '–' : asDollars(range.value), x, y + 18, { size: 15, bold: true });
    if (range !== null) page.text(rangeText(range), x, y + 32, { size: 9, color: SOFT, width: 160 });
  }
  y += 72;
  const sum = sumTexts(place);
  if (sum.length === 0) return;
  page.text('How the offer adds up', MARGIN, y, { size: 12, bold: true });
  for (const [at, [name, amount]] of sum.entries()) {
    y += 18;
    const bold = at === sum.length - 1;
    if (bold) page.line(y - 12);
    page.text(name, MARGIN, y, { bold });
    page.text(amount, RIGHT, y, { bold, atRight: true });
  }
}

function drawBuyers(page: Writer, place: SharedPlace): void {
  const buyers = place.buyers.slice(0, ROWS_MAX);
  page.text('Buyers', MARGIN, 76, { size: 20, bold: true });
  page.text(buyersText({ ...place, buyers }), MARGIN, 94, { color: SOFT });
  const row = (cells: readonly string[], y: number, look: TextStyle) => {
    for (const [at, cell] of cells.entries()) {
      const [from, to] = [COLUMNS[at] ?? MARGIN, COLUMNS[at + 1] ?? RIGHT];
      const isLast = at === cells.length - 1;
      const atRight = NUMERIC.includes(at);
      page.text(cell, atRight ? to - (isLast ? 0 : 14) : from, y, { ...look, atRight, width: to - from - 6 });
    }
  };
  row(BUYER_HEADERS, ROWS_FROM - ROW, { size: 8, color: SOFT });
  for (const [at, buyer] of buyers.entries()) {
    const y = ROWS_FROM + at * ROW;
    page.line(y - 11);
    row(buyerCells(buyer), y, { size: 9 });
  }
}

function drawFoot(page: Writer, { records_through: through }: SharedPlace, note: string, number: number): void {
  const records = through === null ? '' : ` through ${asDay(through)}`;
  page.text(`From public records${records}. Values are estimates, no appraisal.`, MARGIN, FOOT, {
    size: 8,
    color: SOFT,
  });
  page.text(note, MARGIN, FOOT + 11, { size: 8, color: SOFT, width: 420 });
  page.text(`${number} of 2`, RIGHT, FOOT + 11, { size: 8, color: SOFT, atRight: true });
}

/** Who made a report, and when. */
export const madeText = (company: string | null, at: string): string =>
  `Made${company === null ? '' : ` by ${company}`} on ${asDay(at)}`;

/** Browsers save it under a name of ours, so that an address cannot forge a header. */
export const pdfResponse = (pdf: ArrayBuffer): Response =>
  new Response(pdf, {
    headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="place.pdf"' },
  });
