import type { Metro } from './metros.ts';
import { words } from './words.ts';

/** House numbers advance by 800 a mile from the metro's origin, as in Phoenix. */
const NUMBERS_PER_MILE = 800;
const STREETS_PER_MILE = 16;
const LOTS_PER_BLOCK_FACE = 4;
const MILES_PER_DEGREE_LATITUDE = 69.05;

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
  ALLENE, TIFT, GRAHAM, HARTFORD, BROWNLEE, ARTHUR`);
const SUFFIXES = ['RD', 'ST', 'AVE', 'DR', 'LN', 'WAY', 'PL', 'TER', 'CT', 'BLVD', 'TRL', 'CIR'] as const;

export interface Lot {
  houseNumber: number;
  street: string;
  latitude: number;
  longitude: number;
}

const modulo = (value: number, by: number) => ((value % by) + by) % by;

function gridName(names: readonly string[], line: number): string {
  const turn = modulo(Math.floor(line / names.length), SUFFIXES.length);
  return `${names[modulo(line, names.length)]} ${SUFFIXES[modulo(turn + line, SUFFIXES.length)]}`;
}

function ordinal(count: number): string {
  const teen = count % 100 >= 11 && count % 100 <= 13;
  return `${count}${teen ? 'TH' : (['TH', 'ST', 'ND', 'RD'][count % 10] ?? 'TH')}`;
}

/** Name of the street that runs east and west along grid line `row`, seen from column `column`. */
function eastWestStreet(metro: Metro, row: number, column: number): string {
  const name = gridName(STREET_NAMES, row);
  if (metro.streetStyle === 'quadrants') return `${name} ${quadrant(row, column)}`;
  return `${column < 0 ? 'W' : 'E'} ${name}`;
}

function northSouthStreet(metro: Metro, row: number, column: number): string {
  if (metro.streetStyle === 'numbered_avenues') {
    // Eight numbered avenues to the mile, with a Drive or Place halfway to the next one.
    const west = column < 0;
    const line = west ? -column : column + 1;
    const [whole, half] = west ? ['AVE', 'DR'] : ['ST', 'PL'];
    return `${row < 0 ? 'S' : 'N'} ${ordinal(Math.ceil(line / 2))} ${line % 2 === 0 ? half : whole}`;
  }
  const name = gridName(CROSS_STREET_NAMES, column);
  return metro.streetStyle === 'quadrants' ? `${name} ${quadrant(row, column)}` : `${row < 0 ? 'S' : 'N'} ${name}`;
}

const quadrant = (row: number, column: number) => `${row < 0 ? 'S' : 'N'}${column < 0 ? 'W' : 'E'}`;

function pointAt(metro: Metro, milesEast: number, milesNorth: number): { latitude: number; longitude: number } {
  const { latitude, longitude } = metro.origin;
  const milesPerDegreeLongitude = MILES_PER_DEGREE_LATITUDE * Math.cos((latitude * Math.PI) / 180);
  return {
    latitude: Number((latitude + milesNorth / MILES_PER_DEGREE_LATITUDE).toFixed(6)),
    longitude: Number((longitude + milesEast / milesPerDegreeLongitude).toFixed(6)),
  };
}

/** The square mile of the metro's lattice that holds a point: whole miles east and north of the origin. */
export function squareMileOf(metro: Metro, latitude: number, longitude: number): [east: number, north: number] {
  const milesPerDegreeLongitude = MILES_PER_DEGREE_LATITUDE * Math.cos((metro.origin.latitude * Math.PI) / 180);
  return [
    Math.floor((longitude - metro.origin.longitude) * milesPerDegreeLongitude),
    Math.floor((latitude - metro.origin.latitude) * MILES_PER_DEGREE_LATITUDE),
  ];
}

/**
 * The lots of one square mile, street by street: 16 blocks each way, numbered from the metro's origin with even numbers
 * on the south and west sides. Every fourth row of blocks fronts its cross streets instead.
 */
export function* lotsOfSquareMile(metro: Metro, east: number, north: number): Generator<Lot> {
  const blockMiles = 1 / STREETS_PER_MILE;
  const numbersPerBlock = NUMBERS_PER_MILE / STREETS_PER_MILE;
  for (let blockRow = 0; blockRow < STREETS_PER_MILE; blockRow++) {
    for (let blockColumn = 0; blockColumn < STREETS_PER_MILE; blockColumn++) {
      const row = north * STREETS_PER_MILE + blockRow;
      const column = east * STREETS_PER_MILE + blockColumn;
      const fronting = blockRow % 4 === 3 ? 'cross' : 'main';
      for (let lot = 0; lot < LOTS_PER_BLOCK_FACE; lot++) {
        for (const side of [0, 1]) {
          const along = (lot + 0.5) / LOTS_PER_BLOCK_FACE;
          const line = fronting === 'main' ? column : row;
          const fromOrigin = line < 0 ? -line - along : line + along;
          const houseNumber = 100 + 2 * Math.floor((fromOrigin * numbersPerBlock) / 2) + side;
          const setback = (side === 0 ? -0.2 : 0.2) * blockMiles;
          const point =
            fronting === 'main'
              ? pointAt(metro, (column + along) * blockMiles, (row + 0.5) * blockMiles + setback)
              : pointAt(metro, (column + 0.5) * blockMiles + setback, (row + along) * blockMiles);
          const street =
            fronting === 'main' ? eastWestStreet(metro, row, column) : northSouthStreet(metro, row, column);
          yield { houseNumber, street, ...point };
        }
      }
    }
  }
}

/** A fictional street line for an office or a home off the grid. */
export const strayStreet = (row: number): string => gridName(STREET_NAMES, row);
