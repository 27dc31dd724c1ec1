/**
 * Real names of the generated market. The streets, parcels, people and sales are fictional, and the neighbourhoods are
 * closer together than the real ones.
 */
export interface Neighbourhood {
  name: string;
  city: string;
  zip: string;
  county: string;
  fips: string;
  /** Its middle, in whole miles from the metro's origin. */
  squareMile: readonly [east: number, north: number];
  /** Degrees by which its streets are turned, counterclockwise. */
  turned: number;
  /** Typical US dollars per living square foot on the last day. */
  dollarsPerSquareFoot: number;
  /** Typical year of construction. */
  builtAround: number;
}

/** A river: miles from the metro's origin where it passes the axis, its slope, and how far it meanders. */
export interface River {
  flows: 'west' | 'south';
  from: number;
  slope: number;
  meander: number;
}

export type StreetStyle = 'numbered_avenues' | 'named_both_ways' | 'quadrants';

export interface Metro {
  code: string;
  name: string;
  state: string;
  /** Where house numbers count from. */
  origin: { latitude: number; longitude: number };
  streetStyle: StreetStyle;
  /** The square mile in the middle of the city. */
  heart: readonly [east: number, north: number];
  river: River;
  /** An avenue across the grid: miles north of the origin at longitude of the origin, and their increase by mile east. */
  diagonal: { name: string; from: number; slope: number };
  /** Square miles from this one to the east are in the second county. */
  secondCountyFrom?: number;
  /** Yearly growth of prices. */
  appreciation: number;
  /** First words of fictional company names. */
  flavours: readonly string[];
  areaCodes: readonly string[];
  neighbourhoods: readonly Neighbourhood[];
}

type Row = readonly [string, string, string, readonly [east: number, north: number], number, number, number];

const inCounty = (county: string, fips: string, rows: readonly Row[]): Neighbourhood[] =>
  rows.map(([name, city, zip, squareMile, turned, dollarsPerSquareFoot, builtAround]) => ({
    name,
    city,
    zip,
    county,
    fips,
    squareMile,
    turned,
    dollarsPerSquareFoot,
    builtAround,
  }));

export const METROS: readonly Metro[] = [
  {
    code: 'AZ',
    name: 'Phoenix',
    state: 'AZ',
    origin: { latitude: 33.4484, longitude: -112.074 },
    streetStyle: 'numbered_avenues',
    heart: [-4, 4],
    river: { flows: 'west', from: 4.75, slope: 0.3, meander: 0.26 },
    diagonal: { name: 'GRAND AVE', from: 2.3, slope: -0.75 },
    appreciation: 0.045,
    flavours: [
      'SAGUARO',
      'OCOTILLO',
      'MESQUITE',
      'IRONWOOD',
      'PALO VERDE',
      'SONORAN',
      'AGAVE',
      'CACTUS WREN',
      'COPPER',
    ],
    areaCodes: ['602', '623', '480', '520', '928'],
    neighbourhoods: inCounty('Maricopa', '04013', [
      ['Alhambra', 'Phoenix', '85019', [-4, 4], 7, 226, 1957],
      ['Grand Canal', 'Phoenix', '85017', [-3, 4], -6, 224, 1954],
      ['Maryvale Terrace', 'Phoenix', '85031', [-5, 4], 0, 218, 1963],
      ['Maryvale Park', 'Phoenix', '85033', [-6, 4], -11, 209, 1966],
      ['Isaac', 'Phoenix', '85035', [-5, 3], 14, 204, 1960],
      ['Catlin Court', 'Glendale', '85301', [-5, 5], -4, 221, 1959],
      ['Estrella Park', 'Phoenix', '85009', [-4, 3], -13, 198, 1952],
      ['Medlock Place', 'Phoenix', '85013', [-2, 4], 0, 402, 1949],
      ['Encanto', 'Phoenix', '85007', [-3, 3], 0, 352, 1945],
      ['Westwood', 'Phoenix', '85015', [-3, 5], 12, 246, 1968],
      ['Washington Park', 'Phoenix', '85051', [-4, 6], -16, 231, 1971],
      ['Royal Palm', 'Phoenix', '85021', [-4, 5], 0, 279, 1974],
    ]),
  },
  {
    code: 'FL',
    name: 'Tampa',
    state: 'FL',
    origin: { latitude: 27.9477, longitude: -82.4584 },
    streetStyle: 'named_both_ways',
    heart: [-1, 2],
    river: { flows: 'south', from: 0.2, slope: 0.12, meander: 0.3 },
    diagonal: { name: 'BAYSHORE PIKE', from: 2.5, slope: 0.5 },
    appreciation: 0.055,
    flavours: [
      'MANATEE',
      'PELICAN',
      'PALMETTO',
      'SUNCOAST',
      'MANGROVE',
      'CYPRESS',
      'HERON',
      'GULF BREEZE',
      'SANDPIPER',
    ],
    areaCodes: ['813', '656', '727', '941', '863', '352'],
    neighbourhoods: inCounty('Hillsborough', '12057', [
      ['Seminole Heights', 'Tampa', '33603', [-1, 2], 0, 292, 1938],
      ['Sulphur Springs', 'Tampa', '33604', [-1, 3], 13, 231, 1951],
      ['Terrace Park', 'Tampa', '33612', [0, 3], -8, 205, 1967],
      ['East Tampa', 'Tampa', '33610', [0, 2], 6, 203, 1959],
      ['Ybor Heights', 'Tampa', '33605', [0, 1], -17, 219, 1946],
      ['West Tampa', 'Tampa', '33607', [-2, 1], 6, 263, 1949],
      ['Egypt Lake', 'Tampa', '33614', [-2, 2], 15, 244, 1972],
      ['Tampa Heights', 'Tampa', '33602', [-1, 1], -12, 308, 1941],
      ['Carrollwood', 'Tampa', '33618', [-2, 3], 0, 268, 1989],
      ['Riverhills', 'Temple Terrace', '33617', [1, 2], -5, 233, 1974],
      ['Hyde Park', 'Tampa', '33606', [-1, 0], 0, 396, 1936],
      ['Bay Crest', 'Tampa', '33615', [-3, 2], -9, 239, 1976],
    ]),
  },
  {
    code: 'GA',
    name: 'Atlanta',
    state: 'GA',
    origin: { latitude: 33.7545, longitude: -84.3834 },
    streetStyle: 'quadrants',
    heart: [1, -1],
    river: { flows: 'west', from: -1.3, slope: 0.28, meander: 0.24 },
    diagonal: { name: 'DECATUR AVE', from: 0.2, slope: -0.6 },
    secondCountyFrom: 2,
    appreciation: 0.05,
    flavours: [
      'MAGNOLIA',
      'DOGWOOD',
      'PIEDMONT',
      'PEACHTREE',
      'CAMELLIA',
      'LOBLOLLY',
      'KUDZU',
      'AZALEA',
      'CHATTAHOOCHEE',
    ],
    areaCodes: ['404', '470', '678', '770', '943', '706'],
    neighbourhoods: [
      ...inCounty('Fulton', '13121', [
        ['Grant Park', 'Atlanta', '30312', [1, -1], 5, 274, 1938],
        ['Oakland City', 'Atlanta', '30310', [0, -1], 0, 214, 1940],
        ['Vine City', 'Atlanta', '30314', [0, 0], 11, 207, 1943],
        ['Adams Park', 'Atlanta', '30311', [-1, -1], -8, 189, 1966],
        ['Jefferson Park', 'East Point', '30344', [0, -2], -9, 186, 1955],
        ['Lakewood Heights', 'Atlanta', '30315', [1, -2], 16, 193, 1949],
        ['Grove Park', 'Atlanta', '30318', [1, 1], -6, 236, 1951],
        ['Old Fourth Ward', 'Atlanta', '30308', [1, 0], -14, 318, 1947],
      ]),
      ...inCounty('DeKalb', '13089', [
        ['East Atlanta', 'Atlanta', '30316', [2, -2], 0, 258, 1950],
        ['Kirkwood', 'Atlanta', '30317', [2, -1], 12, 291, 1946],
        ['Belvedere Park', 'Decatur', '30032', [3, -1], -7, 206, 1966],
        ['Candler', 'Decatur', '30034', [3, -2], 18, 163, 1978],
        ['Druid Hills', 'Atlanta', '30307', [2, 0], -18, 342, 1939],
      ]),
    ],
  },
];
