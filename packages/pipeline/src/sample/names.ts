import type { Random } from '@plat/value-model';
import { words } from './words.ts';

/** Common first and last names, combined at random: nobody in the generated market is a real person. */
const FIRST_NAMES = words(`
  MARY, PATRICIA, JENNIFER, LINDA, ELIZABETH, BARBARA, SUSAN, JESSICA, KAREN, SARAH, LISA, NANCY, SANDRA, BETTY,
  ASHLEY, EMILY, KIMBERLY, MARGARET, DONNA, MICHELLE, CAROL, AMANDA, MELISSA, DEBORAH, STEPHANIE, REBECCA, SHARON,
  LAURA, CYNTHIA, AMY, KATHLEEN, ANGELA, SHIRLEY, BRENDA, EMMA, ANNA, PAMELA, NICOLE, SAMANTHA, KATHERINE, CHRISTINE,
  HELEN, DEBRA, RACHEL, CAROLYN, JANET, MARIA, CATHERINE, HEATHER, DIANE, OLIVIA, JULIE, JOYCE, VICTORIA, RUTH,
  JAMES, ROBERT, JOHN, MICHAEL, DAVID, WILLIAM, RICHARD, JOSEPH, THOMAS, CHRISTOPHER, CHARLES, DANIEL, MATTHEW,
  ANTHONY, MARK, DONALD, STEVEN, ANDREW, PAUL, JOSHUA, KENNETH, KEVIN, BRIAN, GEORGE, TIMOTHY, RONALD, JASON, EDWARD,
  JEFFREY, RYAN, JACOB, GARY, NICHOLAS, ERIC, JONATHAN, STEPHEN, LARRY, JUSTIN, SCOTT, BRANDON, BENJAMIN, SAMUEL,
  GREGORY, ALEXANDER, PATRICK, FRANK, RAYMOND, JACK, DENNIS, JERRY, TYLER, AARON, JOSE, ADAM, NATHAN, HENRY, ZACHARY,
  CARLOS, PETER, KYLE, LUIS, WALTER, ETHAN, JEREMY, HAROLD, KEITH, CHRISTIAN, ROGER, TERRY, SEAN, GERALD, DYLAN`);

const LAST_NAMES = words(`
  SMITH, JOHNSON, WILLIAMS, BROWN, JONES, GARCIA, MILLER, DAVIS, RODRIGUEZ, MARTINEZ, HERNANDEZ, LOPEZ, GONZALEZ,
  WILSON, ANDERSON, THOMAS, TAYLOR, MOORE, JACKSON, MARTIN, LEE, PEREZ, THOMPSON, WHITE, HARRIS, SANCHEZ, CLARK,
  RAMIREZ, LEWIS, ROBINSON, WALKER, YOUNG, ALLEN, KING, WRIGHT, SCOTT, TORRES, NGUYEN, HILL, FLORES, GREEN, ADAMS,
  NELSON, BAKER, HALL, RIVERA, CAMPBELL, MITCHELL, CARTER, ROBERTS, GOMEZ, PHILLIPS, EVANS, TURNER, DIAZ, PARKER,
  CRUZ, EDWARDS, COLLINS, REYES, STEWART, MORRIS, MORALES, MURPHY, COOK, ROGERS, GUTIERREZ, ORTIZ, MORGAN, COOPER,
  PETERSON, BAILEY, REED, KELLY, HOWARD, RAMOS, KIM, COX, WARD, RICHARDSON, WATSON, BROOKS, CHAVEZ, WOOD, JAMES,
  BENNETT, GRAY, MENDOZA, RUIZ, HUGHES, PRICE, ALVAREZ, CASTILLO, SANDERS, PATEL, MYERS, LONG, ROSS, FOSTER, JIMENEZ,
  POWELL, JENKINS, PERRY, RUSSELL, SULLIVAN, BELL, COLEMAN, BUTLER, HENDERSON, BARNES, FISHER, VASQUEZ, SIMMONS,
  ROMERO, JORDAN, PATTERSON, ALEXANDER, HAMILTON, GRAHAM, REYNOLDS, GRIFFIN, WALLACE, MORENO, WEST, COLE, HAYES,
  BRYANT, HERRERA, GIBSON, ELLIS, TRAN, MEDINA, AGUILAR, STEVENS, MURRAY, FORD, CASTRO, MARSHALL, OWENS, HARRISON`);

/** Halves of the rarer surnames. */
const SURNAME_STARTS = words(
  'ASH, BIRCH, COLD, DRAY, ELL, FAIR, GOLD, HART, KINGS, LANG, MER, NOR, OAK, PEN, RAD, STAN, THORN, WAKE, WIN, WHIT',
);
const SURNAME_ENDS = words(
  'BROOK, BURY, COMBE, DALE, FIELD, FORD, GATE, HAM, HURST, LEY, MORE, RIDGE, SHAW, STOCK, TON, WELL, WICK, WOOD, WORTH',
);
const INITIALS = 'ABCDEFGHJKLMNPRSTVW';

const COMPANY_WORDS = words(`
  LANTERN, HARBOR, ORCHARD, COMPASS, ANVIL, BEACON, BRIDGE, CANYON, CEDAR, CROWN, DELTA, EMBER, FALCON, FORGE, GRANITE,
  HORIZON, JUNCTION, KEYSTONE, LEDGER, MERIDIAN, MILLSTONE, NORTHSTAR, PADDOCK, QUARRY, RAVEN, SADDLE, SUMMIT, TANDEM,
  TRELLIS, UMBER, VANTAGE, WAGON, YARROW, ZENITH, BLUE DOOR, RED GATE, GREEN LATCH, STONE STEP, FRONT PORCH, CORNERPOST`);
const FLIPPER_TRADES = words('HOME BUYERS, HOUSE SOLUTIONS, PROPERTY GROUP, ACQUISITIONS, REAL ESTATE, VENTURES, REDO');
const LANDLORD_TRADES = words('RENTALS, HOLDINGS, RESIDENTIAL, PROPERTIES, INVESTMENTS, EQUITIES, CAPITAL, LEASING');

export interface Person {
  first: string;
  initial: string;
  last: string;
}

export function inventPerson(random: Random, last = inventSurname(random)): Person {
  return { first: random.pick(FIRST_NAMES), initial: random.chance(0.85) ? random.pick([...INITIALS]) : '', last };
}

const inventSurname = (random: Random): string =>
  random.chance(0.12) ? random.pick(SURNAME_STARTS) + random.pick(SURNAME_ENDS) : random.pickEarly(LAST_NAMES);

/** `SMITH JOHN A`, the order of most rolls. */
export const lastFirst = ({ first, initial, last }: Person): string => [last, first, initial].filter(Boolean).join(' ');
/** `JOHN A SMITH`, the order of many deeds. */
export const firstLast = ({ first, initial, last }: Person): string => [first, initial, last].filter(Boolean).join(' ');

/** A fictional company name without its legal suffix. */
export function inventCompany(random: Random, flavours: readonly string[], trade: 'flip' | 'rent'): string {
  const trades = trade === 'flip' ? FLIPPER_TRADES : LANDLORD_TRADES;
  return `${random.pick(flavours)} ${random.pick(COMPANY_WORDS)} ${random.pick(trades)}`;
}

/** Spellings of a company suffix by different clerks, most often as registered. */
const SUFFIX_SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  LLC: ['LLC', 'LLC', 'LLC', 'LLC', 'LLC', 'LLC', 'L.L.C.', 'LIMITED LIABILITY COMPANY'],
  INC: ['INC', 'INC', 'INC', 'INC', 'INC.', 'INCORPORATED'],
  LP: ['LP', 'LP', 'LP', 'L.P.', 'LIMITED PARTNERSHIP'],
};

/**
 * One clerk's spelling of a recorded name, mostly unchanged; companies vary in punctuation and suffix, people get
 * ET AL and TRUSTEE.
 */
export function clerkSpelling(random: Random, name: string, isPerson: boolean): string {
  if (random.chance(0.75)) return name;
  const suffix = name.slice(name.lastIndexOf(' ') + 1);
  const spellings = SUFFIX_SPELLINGS[suffix];
  if (spellings !== undefined) {
    const stem = name.slice(0, -suffix.length - 1);
    return `${stem}${random.chance(0.3) ? ',' : ''} ${random.pick(spellings)}`;
  }
  if (!isPerson) return name;
  return random.weighted([
    [name, 6],
    [`${name} ET AL`, 2],
    [name.replace(' ', ', '), 2],
    [`${name} TRUSTEE`, 1],
  ]);
}
