/** Real places of the generated market. The streets, parcels, people and sales there are fictional. */
export interface Neighbourhood {
  name: string;
  city: string;
  zip: string;
  county: string;
  fips: string;
  latitude: number;
  longitude: number;
  /** Typical US dollars per living square foot on the last day. */
  dollarsPerSquareFoot: number;
  /** Typical year of construction. */
  builtAround: number;
}

export type StreetStyle = 'numbered_avenues' | 'named_both_ways' | 'quadrants';

export interface Metro {
  code: string;
  name: string;
  state: string;
  /** Where house numbers count from. */
  origin: { latitude: number; longitude: number };
  streetStyle: StreetStyle;
  /** Yearly growth of prices. */
  appreciation: number;
  /** First words of fictional company names. */
  flavours: readonly string[];
  areaCodes: readonly string[];
  neighbourhoods: readonly Neighbourhood[];
}

type Row = readonly [string, string, string, number, number, number, number];

const inCounty = (county: string, fips: string, rows: readonly Row[]): Neighbourhood[] =>
  rows.map(([name, city, zip, latitude, longitude, dollarsPerSquareFoot, builtAround]) => ({
    name,
    city,
    zip,
    county,
    fips,
    latitude,
    longitude,
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
      ['Maryvale Terrace', 'Phoenix', '85031', 33.4939, -112.1693, 218, 1963],
      ['Maryvale Park', 'Phoenix', '85033', 33.4936, -112.2129, 209, 1966],
      ['Isaac', 'Phoenix', '85035', 33.4722, -112.1907, 204, 1960],
      ['Alhambra', 'Phoenix', '85019', 33.5118, -112.1424, 226, 1957],
      ['Grand Canal', 'Phoenix', '85017', 33.5114, -112.1208, 224, 1954],
      ['Catlin Court', 'Glendale', '85301', 33.5311, -112.1767, 221, 1959],
      ['Balsz', 'Phoenix', '85008', 33.4665, -111.9853, 268, 1962],
      ['Arcadia', 'Phoenix', '85018', 33.4973, -111.9877, 402, 1961],
      ['Biltmore', 'Phoenix', '85016', 33.5034, -112.0301, 352, 1968],
      ['Mesa Grande', 'Mesa', '85201', 33.4319, -111.8465, 246, 1971],
      ['Mitchell Park', 'Tempe', '85281', 33.4272, -111.9301, 287, 1964],
      ['Peterson Park', 'Tempe', '85282', 33.3921, -111.9269, 279, 1973],
    ]),
  },
  {
    code: 'FL',
    name: 'Tampa',
    state: 'FL',
    origin: { latitude: 27.9477, longitude: -82.4584 },
    streetStyle: 'named_both_ways',
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
      ['Seminole Heights', 'Tampa', '33603', 27.9845, -82.463, 292, 1938],
      ['Sulphur Springs', 'Tampa', '33604', 28.0137, -82.4546, 231, 1951],
      ['Terrace Park', 'Tampa', '33612', 28.0502, -82.45, 205, 1967],
      ['East Tampa', 'Tampa', '33610', 27.998, -82.401, 203, 1959],
      ['Ybor Heights', 'Tampa', '33605', 27.967, -82.4334, 219, 1946],
      ['West Tampa', 'Tampa', '33607', 27.9626, -82.4895, 263, 1949],
      ['Egypt Lake', 'Tampa', '33614', 28.0091, -82.5033, 244, 1972],
      ['Palm River', 'Tampa', '33619', 27.9382, -82.3756, 208, 1974],
      ['Brandon Oaks', 'Brandon', '33510', 27.9551, -82.2966, 226, 1984],
      ['Bloomingdale', 'Brandon', '33511', 27.9056, -82.2881, 233, 1989],
      ['Riverview Meadows', 'Riverview', '33578', 27.8612, -82.3502, 221, 2004],
      ['Bay Crest', 'Tampa', '33615', 28.0081, -82.5805, 239, 1976],
    ]),
  },
  {
    code: 'GA',
    name: 'Atlanta',
    state: 'GA',
    origin: { latitude: 33.7545, longitude: -84.3898 },
    streetStyle: 'quadrants',
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
        ['Oakland City', 'Atlanta', '30310', 33.7268, -84.4235, 214, 1940],
        ['Vine City', 'Atlanta', '30314', 33.7561, -84.4262, 207, 1943],
        ['Adams Park', 'Atlanta', '30311', 33.7229, -84.4703, 189, 1958],
        ['Lakewood Heights', 'Atlanta', '30315', 33.7077, -84.3827, 193, 1949],
        ['Grove Park', 'Atlanta', '30318', 33.7869, -84.4433, 236, 1951],
        ['Jefferson Park', 'East Point', '30344', 33.6785, -84.4553, 186, 1955],
        ['Ben Hill', 'Atlanta', '30331', 33.7168, -84.5391, 168, 1976],
      ]),
      ...inCounty('DeKalb', '13089', [
        ['East Atlanta', 'Atlanta', '30316', 33.7222, -84.3331, 258, 1950],
        ['Kirkwood', 'Atlanta', '30317', 33.7497, -84.3166, 291, 1946],
        ['Belvedere Park', 'Decatur', '30032', 33.7421, -84.2632, 206, 1956],
        ['Candler', 'Decatur', '30034', 33.6917, -84.2516, 163, 1978],
      ]),
      ...inCounty('Fulton', '13121', [['Old National', 'Atlanta', '30349', 33.6053, -84.4811, 158, 1987]]),
    ],
  },
];
