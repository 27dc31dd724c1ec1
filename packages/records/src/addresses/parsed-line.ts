/**
 * The parts of a street line in Pub 28 form: upper case, standard abbreviations, ordinals as digits. Names keep
 * their apostrophes (O'BRIEN) for display; keys leave them out.
 */
export interface ParsedLine {
  /** 123, 22-24, 12 1/2, 12A, N6W23001. */
  houseNumber: string | null;
  predirectional: string | null;
  /** MAIN, 1ST, MARTIN LUTHER KING JR, US HIGHWAY 41, AVENUE H, RR 2. */
  streetName: string | null;
  suffix: string | null;
  postdirectional: string | null;
  /** APT, UNIT (also for `#4` and a bare number), STE, REAR ... */
  unitDesignator: string | null;
  /** 4, 4B, 1-2. Further designators follow their numbers: `2 APT 5` for BLDG 2 APT 5. */
  unitNumber: string | null;
  /** Number of the post office box. */
  poBox: string | null;
}

export const emptyLine = (): ParsedLine => ({
  houseNumber: null,
  predirectional: null,
  streetName: null,
  suffix: null,
  postdirectional: null,
  unitDesignator: null,
  unitNumber: null,
  poBox: null,
});

/** A line with its place: city in upper case, USPS state code, 5-digit ZIP. */
export interface AddressParts extends ParsedLine {
  city: string | null;
  state: string | null;
  zip: string | null;
}
