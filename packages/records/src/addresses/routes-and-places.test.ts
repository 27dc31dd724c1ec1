import { describe, expect, test } from 'bun:test';
import { addressKey, displayLine, lineKey, mailingKeys, parseAddressLine, parseFullAddress } from './index.ts';

describe('numbered and lettered roads', () => {
  test.each([
    ['8483 Al Highway 157', '8483 AL HIGHWAY 157'],
    ['1000 Indiana Highway 212', '1000 IN HIGHWAY 212'],
    ['1000 IN Hwy 212 N', '1000 IN HIGHWAY 212 N'],
    ['1 Old US Highway 90', '1 OLD US HIGHWAY 90'],
    ['12 Scenic Hwy 98 Unit 4', '12 SCENIC HIGHWAY 98 UNIT 4'],
    ['3665 Anderson County Rd 312', '3665 ANDERSON COUNTY ROAD 312'],
    ['20 County Road GV', '20 COUNTY ROAD GV'],
    ['7529 E County Road MM', '7529 E COUNTY ROAD MM'],
    ['7 State Highway AA', '7 STATE HIGHWAY AA'],
    ['830 NW Loop 410 Ste 2', '830 NW LOOP 410 STE 2'],
    ['9601 Spur 591', '9601 SPUR 591'],
    ['2153 U S 401 Hwy S', '2153 US HIGHWAY 401 S'],
    // Not roads with numbers:
    ['12 County Road Ct', '12 COUNTY ROAD CT'],
    ['12 Pacific Hwy 5', '12 PACIFIC HWY UNIT 5'],
    ['12 Oak Loop 4', '12 OAK LOOP UNIT 4'],
    ['12 A Main St', '12A MAIN ST'],
    ['2964 L B J Fwy', '2964 L B J FWY'],
    ['728 C and N Smith Mill Rd', '728 C AND N SMITH MILL RD'],
    ['25 Oak Ave Unit', '25 OAK AVE'],
  ])('%p is %p', (line, key) => expect(lineKey(parseAddressLine(line))).toBe(key));

  test('writes the code of a state in capitals', () => {
    expect(displayLine(parseAddressLine('1000 indiana hwy 212'))).toBe('1000 IN Highway 212');
  });
});

describe('rural routes', () => {
  test.each([
    ['HIGHWAY CONTRACT ROUTE 68 BOX 98', 'HC 68 BOX 98'],
    ['Hwy Contract 68 Box 98', 'HC 68 BOX 98'],
    ['Star Rt 2 Box 5', 'HC 2 BOX 5'],
    ['Star Route Box 5', 'STAR ROUTE BOX 5'],
    ['12 Star Route Rd', '12 STAR ROUTE RD'],
  ])('%p is %p', (line, key) => expect(lineKey(parseAddressLine(line))).toBe(key));

  test('a department at a box is not part of its key', () => {
    const box = mailingKeys('PO Box 12', 'Dallas', 'TX', '75201');
    expect(mailingKeys('PO Box 12 Dept 5', 'Dallas', 'TX', '75201')).toEqual(box);
    expect(addressKey(parseFullAddress('PO Box 12 Dept 5 Dallas, TX 75201'))).toBe('PO BOX 12 DALLAS TX 75201');
  });
});

describe('cities that begin like the end of a street', () => {
  test.each([
    ['1250 Supply St, N. Charleston, SC 29405', 'NORTH CHARLESTON'],
    ['384 William St, E Orange, NJ 07017', 'EAST ORANGE'],
    ['12 Oak St, N Apt 4 Mesa, AZ', 'MESA'],
    ['12 Oak St, NE Washington, DC', 'WASHINGTON'],
    ['7426 Kemman Ave La Grange Park IL 60526', 'LA GRANGE PARK'],
    ['800 N Lindbergh St. Louis MO 63167', 'ST LOUIS'],
    ['12 Main St St Louis MO 63167', 'ST LOUIS'],
    ['1301 SE 2nd Fort Lauderdale, FL', 'FT LAUDERDALE'],
    ['2616 20th Street South St Petersburg FL 33712', 'ST PETERSBURG'],
    ['12 Oak Ave South St Paul MN 55075', 'SOUTH ST PAUL'],
    ['3523 Williams St, POB 477 Patterson, GA 31557', 'PATTERSON'],
    ['rural route 1 box 1 louisville il 62858', 'LOUISVILLE'],
  ])('of %p the city is %p', (text, city) => {
    const { city: read } = parseFullAddress(text);
    expect(addressKey({ ...parseFullAddress(''), city: read })).toBe(city);
  });
});
