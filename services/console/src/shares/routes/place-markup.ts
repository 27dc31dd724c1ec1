import type { SharedPlace } from '@plat/contracts/admin';
import { asDay, asDollars } from '../../../ui/lib/format.ts';
import { BUYER_HEADERS, buyerCells, buyersText, homeTexts, rangeText, sumTexts } from '../domain/place-texts.ts';
import { html, type Markup, NOTHING } from './page-frame.ts';

type Range = { value: number; value_low: number; value_high: number };

/**
 * The main part of the page of a place.
 * @param report path of its PDF.
 */
export const placeMarkup = (place: SharedPlace, note: string, report: string): Markup => html`<h1>${place.address}</h1>
<p>${homeTexts(place).join(' · ')}</p>
<p><a href="${report}" download>Download as PDF</a></p>
${figures(place)}
${sum(place)}
<h2>Buyers</h2>
<p>${buyersText(place)}</p>
${place.buyers.length === 0 ? NOTHING : buyersTable(place)}
<footer>
<p>From public records${place.records_through === null ? '' : ` through ${asDay(place.records_through)}`}. Values are estimates, no appraisal.</p>
<p>${note}</p>
</footer>`;

function figures({ offer, arv, as_is: asIs, rent }: SharedPlace): Markup {
  const shown = [
    offer === null ? NOTHING : html`<div class="most">${figure('Maximum offer', offer)}</div>`,
    arv === null ? NOTHING : html`<div>${figure('After repair (ARV)', arv)}</div>`,
    asIs === null ? NOTHING : html`<div>${figure('As it is today', asIs)}</div>`,
    rent === null ? NOTHING : html`<div>${figure('Rent a month', rent)}</div>`,
  ];
  return shown.every((one) => one === NOTHING) ? NOTHING : html`<dl>${shown}</dl>`;
}

const figure = (name: string, range: Range): Markup =>
  html`<dt>${name}</dt><dd>${asDollars(range.value)}</dd><dd>${rangeText(range)}</dd>`;

function sum(place: SharedPlace): Markup {
  const lines = sumTexts(place);
  if (lines.length === 0) return NOTHING;
  return html`<h2>How the offer adds up</h2>
<table><tbody>${lines.map(([text, amount]) => html`<tr><td>${text}</td><td class="number">${amount}</td></tr>`)}</tbody></table>`;
}

const buyersTable = ({
  buyers,
}: SharedPlace): Markup => html`<div class="scroll" role="region" aria-label="Buyers" tabindex="0"><table>
<thead><tr>${BUYER_HEADERS.map((header) => html`<th scope="col">${header}</th>`)}</tr></thead>
<tbody>
${buyers.map((buyer) => html`<tr>${buyerCells(buyer).map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table></div>`;
