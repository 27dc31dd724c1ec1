/**
 * `bun scripts/readme-picture.ts <url> <demo key> [--check]` draws docs/images/buyer-search.svg, the picture of the
 * README, from the response of a running Plat. `--check` writes nothing and fails when the picture differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const PICTURE = new URL('../docs/images/buyer-search.svg', import.meta.url);
const ADDRESS = '3043 W Monte Vista Trl, Phoenix, AZ 85019';
const SHOWN = 9;
const LINE_HEIGHT = 22;
const CHARACTER_WIDTH = 8.4;
const PADDING = 20;

interface Buyer {
  buyer_entity_name: string;
  buyer_type: 'flipper' | 'landlord';
  smart_match: boolean;
  smart_match_rank: number;
  miles_from_subject: number;
  address: string;
  flip_sale_transaction_price: number | null;
  flip_purchase_transaction_date: string | null;
  flip_purchase_transaction_price: number | null;
  rental_purchase_transaction_date: string | null;
  rental_purchase_transaction_price: number | null;
}

const dollars = (price: number | null): string => (price === null ? '-' : `$${price.toLocaleString('en-US')}`);
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

/** Columns of the table: title, width in characters, text. Numbers are right-aligned. */
const COLUMNS: ReadonlyArray<readonly [string, number, (buyer: Buyer) => string, 'right'?]> = [
  ['rank', 4, (one) => String(one.smart_match_rank), 'right'],
  ['smart', 5, (one) => (one.smart_match ? '★' : '')],
  ['buyer', 36, (one) => one.buyer_entity_name],
  ['type', 8, (one) => one.buyer_type],
  ['miles', 5, (one) => one.miles_from_subject.toFixed(2), 'right'],
  ['bought', 10, (one) => one.flip_purchase_transaction_date ?? one.rental_purchase_transaction_date ?? '-'],
  ['paid', 9, (one) => dollars(one.flip_purchase_transaction_price ?? one.rental_purchase_transaction_price), 'right'],
  ['resold for', 10, (one) => dollars(one.flip_sale_transaction_price), 'right'],
];

function lineOf(texts: readonly string[]): string {
  const cells = COLUMNS.map(([, width, , side], at) => {
    const text = cut(texts[at] ?? '', width);
    return side === 'right' ? text.padStart(width) : text.padEnd(width);
  });
  return cells.join('  ').trimEnd();
}

function draw(buyers: readonly Buyer[]): string {
  const lines: Array<readonly [style: string, text: string]> = [
    ['command', `$ curl $URL/v1/buyer-search -H "x-api-key: $KEY" -d '{"address": "${ADDRESS}"}'`],
    ['rest', ''],
    ['head', lineOf(COLUMNS.map(([title]) => title))],
    ...buyers.slice(0, SHOWN).map((one) => ['row', lineOf(COLUMNS.map(([, , text]) => text(one)))] as const),
    ['rest', `… ${buyers.length - SHOWN} more buyers within 2 miles`],
  ];
  const width = Math.ceil(Math.max(...lines.map(([, text]) => text.length)) * CHARACTER_WIDTH) + 2 * PADDING;
  const height = lines.length * LINE_HEIGHT + 2 * PADDING;
  const texts = lines.map(([style, text], at) => {
    const y = PADDING + (at + 0.75) * LINE_HEIGHT;
    return `  <text class="${style}" x="${PADDING}" y="${y}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img"
  aria-label="A buyer search near ${ADDRESS} and its first ${SHOWN} buyers">
  <style>
    text { font: 14px ui-monospace, Menlo, Consolas, monospace; fill: #c9d1d9 }
    .command { fill: #7ee787 } .head { fill: #79c0ff } .rest { fill: #8b949e }
  </style>
  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${texts.join('\n')}
</svg>
`;
}

const [url, key, check] = process.argv.slice(2);
const answer = await fetch(`${url}/v1/buyer-search`, {
  method: 'POST',
  headers: { 'x-api-key': key ?? '', 'content-type': 'application/json' },
  body: JSON.stringify({ address: ADDRESS }),
});
if (!answer.ok) throw new Error(`The search failed with ${answer.status}: ${await answer.text()}`);
const picture = draw((await answer.json()) as Buyer[]);
if (check !== '--check') writeFileSync(PICTURE, picture);
else if (readFileSync(PICTURE, 'utf8') !== picture) {
  console.error('docs/images/buyer-search.svg differs from the response: draw it again without --check');
  process.exit(1);
}
