import type { Metro } from './metros.ts';
import { words } from './words.ts';

const STREET_NAMES = words(`
  CORONADO, WILLOW, ALMERIA, JUNIPER, PALM, HOLLY, MONTEREY, LINDEN, CYPRESS, VERNON, GRANADA, CEDAR, LEWIS,
  HARVARD, WINDSOR, AVALON, SYCAMORE, OSBORN, MULBERRY, CLARENDON, WELDON, MITCHELL, ELM, HEATHERBRAE,
  DEVONSHIRE, GLENROSA, TURNEY, ROMA, MONTECITO, MINTON, CAMPBELL, HAZELWOOD, COOLIDGE, MARIPOSA, PIERSON,
  ELMWOOD, HIGHLAND, MEADOWBROOK, ORANGE, DENTON, OREGON, GEORGIA, COLTER, MISSOURI, BERRIDGE, ROSEWOOD,
  CLAREMONT, MARSHALL, MARYLAND, TUCKEY, OCOTILLO, MORTEN, NORTHVIEW, ORCHARD, ROYAL PALM, GOLDEN, HATCHER,
  PEORIA, MESCAL, CHOLLA, LAUREL, WALTANN, DAHLIA, SHERIDAN, CAMBRIDGE, PINCHOT, CATALINA, VIRGINIA, EARLL,
  FLOWER, MONTE VISTA, CULVER, LATHAM, WILSHIRE, HUBBELL, MORELAND, PORTLAND, ROOSEVELT, GARFIELD, PIERCE,
  FILLMORE, TAYLOR, MELVIN, LOMA LINDA, SIERRA, BAYSHORE, EUCLID, MAGNOLIA, BELMONT, FERN`);
const CROSS_STREET_NAMES = words(`
  ARMENIA, HABANA, LINCOLN, HIMES, CHURCH, MANHATTAN, TREASK, ASHLEY, HOWARD, MATANZAS, FREMONT, ALBANY,
  TAMPANIA, GLADYS, BRADFORD, KIRKLAND, BRANTLEY, LAWTON, HOPKINS, OGLETHORPE, ROSE, ATWOOD, CULBERSON,
  DIMMOCK, PEEPLES, HOLDERNESS, ALTADENA, GREENWICH, CASCADE, RICHLAND, MURPHY, DONNELLY, AVON, MERRILL,
  ALLENE, TIFT, GRAHAM, HARTFORD, BROWNLEE, ARTHUR, ADELAIDE, BALLARD, BEECHER, CALHOUN, CARMEL, CHESTNUT, CLIFTON,
  CORTEZ, DANIELS, DELANO, EVERETT, FARRAGUT, FINLEY, GILMORE, HAMPTON, HENDRY, INGRAM, IVY, JASPER, KENSINGTON,
  LANGSTON, LARKIN, LOMAX, MADISON, MARION, NEWTON, NORFOLK, OAKDALE, PALMETTO, PEMBROKE, QUINCY, RANDALL, RUTLEDGE,
  SHERWOOD, STANTON, TALBOT, THORNTON, UPTON, VALENCIA, WALDEN, WESLEY, WHITMAN, YORK, ZIMMER, ADDISON, BARTON,
  CRESTON, DUNCAN, ELLIS, FULLER`);
const ARTERIAL_NAMES = words(`
  UNION BLVD, PROSPECT RD, CAPITOL AVE, FOUNDRY RD, BETHANY RD, SUMMIT BLVD, STATION RD, COMMERCE BLVD, LIBERTY AVE,
  MILLER RD, PARKWAY AVE, COLLEGE AVE`);
const CROSS_ARTERIAL_NAMES = words(`
  CENTRAL AVE, BROADWAY AVE, JEFFERSON ST, MERIDIAN RD, RAILROAD AVE, MARKET ST, GATEWAY BLVD, MONROE ST, FERRY RD,
  CITRUS AVE, HERITAGE BLVD, BRIDGE ST`);
const SUFFIXES = ['RD', 'ST', 'AVE', 'DR', 'LN', 'WAY', 'PL', 'TER', 'CT', 'BLVD', 'TRL', 'CIR'] as const;
/** Numbered streets of neighbouring square miles differ by these. Mile roads alone are avenues or streets. */
const NUMBERED_SUFFIXES = [
  ['DR', 'LN'],
  ['PL', 'WAY'],
  ['TER', 'CT'],
  ['CIR', 'TRL'],
] as const;
/** Tell apart the streets of square miles whose names would repeat. */
const FURTHER_NAMES = words('OAK, ROCK, LAKE, MILL, FOX, DEER, BEAR, HAWK, PINE, STONE, FOREST, MEADOW');

/** Names for each square mile, half of them for each bank of the river. */
export const NAMES_PER_SQUARE_MILE = 64;
/** Puts the street of the documented subject into its square mile. */
const FIRST_NAME = 57;

const modulo = (value: number, by: number) => ((value % by) + by) % by;

function gridName(names: readonly string[], line: number): string {
  const turn = modulo(Math.floor(line / names.length), SUFFIXES.length);
  return `${names[modulo(line, names.length)]} ${SUFFIXES[modulo(turn + line, SUFFIXES.length)]}`;
}

/** 1 is OAK, 12 MEADOW, 13 OAK OAK: no two numbers have the same name. */
function furtherName(count: number): string {
  const last = FURTHER_NAMES[(count - 1) % FURTHER_NAMES.length]!;
  return count > FURTHER_NAMES.length ? `${furtherName(Math.floor((count - 1) / FURTHER_NAMES.length))} ${last}` : last;
}

function ordinal(count: number): string {
  const teen = count % 100 >= 11 && count % 100 <= 13;
  return `${count}${teen ? 'TH' : (['TH', 'ST', 'ND', 'RD'][count % 10] ?? 'TH')}`;
}

/** A fictional street line for an office or a home off the grid. */
export const strayStreet = (row: number): string => gridName(STREET_NAMES, row);

/** The side of each axis of the metro that a lot is on. */
export interface Quadrant {
  isWest: boolean;
  isSouth: boolean;
}

const eastWest = ({ streetStyle }: Metro, name: string, { isWest, isSouth }: Quadrant): string =>
  streetStyle === 'quadrants' ? `${name} ${isSouth ? 'S' : 'N'}${isWest ? 'W' : 'E'}` : `${isWest ? 'W' : 'E'} ${name}`;

const northSouth = ({ streetStyle }: Metro, name: string, { isWest, isSouth }: Quadrant): string =>
  streetStyle === 'quadrants'
    ? `${name} ${isSouth ? 'S' : 'N'}${isWest ? 'W' : 'E'}`
    : `${isSouth ? 'S' : 'N'} ${name}`;

/** The streets of one square mile on one bank of the river. */
export interface District {
  metro: Metro;
  squareMile: readonly [east: number, north: number];
  /** Number of the square mile within its metro. */
  index: number;
  isFarBank: boolean;
}

function nameOf(names: readonly string[], { index, isFarBank }: District, line: number): string {
  const count = index * NAMES_PER_SQUARE_MILE + (isFarBank ? NAMES_PER_SQUARE_MILE / 2 : 0) + line;
  const further = Math.floor(count / (names.length * SUFFIXES.length));
  const name = gridName(names, FIRST_NAME + count);
  return further === 0 ? name : `${furtherName(further)} ${name}`;
}

/** @param line counts the streets of the district from its south */
export const streetName = (district: District, line: number, quadrant: Quadrant): string =>
  eastWest(district.metro, nameOf(STREET_NAMES, district, line), quadrant);

/** @param line counts the cross streets of the district from its west; @param column counts from the metro's origin */
export function crossStreetName(district: District, line: number, column: number, quadrant: Quadrant): string {
  const { metro, squareMile, isFarBank } = district;
  if (metro.streetStyle !== 'numbered_avenues' || isFarBank) {
    return northSouth(metro, nameOf(CROSS_STREET_NAMES, district, line), quadrant);
  }
  const count = column < 0 ? -column : column + 1;
  const suffixes = NUMBERED_SUFFIXES[modulo(squareMile[0], 2) + 2 * modulo(squareMile[1], 2)]!;
  return northSouth(metro, `${ordinal(Math.ceil(count / 2))} ${suffixes[count % 2]}`, quadrant);
}

/** @param mile of the road, north of the metro's origin */
export const arterialName = (metro: Metro, mile: number, quadrant: Quadrant): string =>
  eastWest(metro, endless(ARTERIAL_NAMES, mile), quadrant);

/** @param mile of the road, east of the metro's origin */
export function crossArterialName(metro: Metro, mile: number, quadrant: Quadrant): string {
  const isNumbered = metro.streetStyle === 'numbered_avenues' && mile !== 0;
  const name = isNumbered
    ? `${ordinal(8 * Math.abs(mile))} ${mile < 0 ? 'AVE' : 'ST'}`
    : endless(CROSS_ARTERIAL_NAMES, mile);
  return northSouth(metro, name, quadrant);
}

export const diagonalName = (metro: Metro, quadrant: Quadrant): string =>
  eastWest(metro, metro.diagonal.name, quadrant);

function endless(names: readonly string[], mile: number): string {
  const place = mile < 0 ? -2 * mile - 1 : 2 * mile;
  const further = Math.floor(place / names.length);
  const name = names[place % names.length]!;
  return further === 0 ? name : `${furtherName(further)} ${name}`;
}
