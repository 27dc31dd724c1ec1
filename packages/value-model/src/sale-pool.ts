/** Past sales, indexed by place and by property. All arrays are in order of day. */
export interface SalePool {
  /** Longitudes are scaled at this latitude. */
  originLatitude: number;
  propertyId: Float64Array;
  day: Int32Array;
  xMetres: Float32Array;
  yMetres: Float32Array;
  /** Log price without price index and hedonic estimate, clamped to `MAX_RESIDUAL`. */
  residual: Float32Array;
  /** Log price without price index, per square foot. */
  logPricePerSqft: Float32Array;
  logLiving: Float32Array;
  logLot: Float32Array;
  yearBuilt: Float32Array;
  grade: Float32Array;
}

const METRES_PER_DEGREE = 111_320;
/** Average number of sales in a cell with sales. */
const SALES_PER_CELL = 12;
const SMALLEST_CELL_METRES = 200;
const LARGEST_CELL_METRES = 3_000;
/** Cells searched in each direction: 5 km in a city, 70 km in the country. */
const MAX_RINGS = 24;
const CELL_STRIDE = 100_000;

export function metresOf(
  latitude: number,
  longitude: number,
  originLatitude: number,
): { xMetres: number; yMetres: number } {
  return {
    xMetres: Math.fround(longitude * METRES_PER_DEGREE * Math.cos((originLatitude * Math.PI) / 180)),
    yMetres: Math.fround(latitude * METRES_PER_DEGREE),
  };
}

export interface PoolIndex {
  cellMetres: number;
  /** Sales of each grid cell, oldest first. */
  cells: Map<number, Int32Array>;
  /** Newest sale of each property. */
  newestSale: Map<number, number>;
  /** The previous sale of the same property; -1 for its first. */
  saleBefore: Int32Array;
}

const cellKey = (column: number, row: number): number => column * CELL_STRIDE + row;

export function indexPool(pool: SalePool): PoolIndex {
  const cellMetres = cellSize(pool);
  const lists = new Map<number, number[]>();
  const newestSale = new Map<number, number>();
  const saleBefore = new Int32Array(pool.day.length).fill(-1);
  for (let sale = 0; sale < pool.day.length; sale++) {
    const key = cellKey(Math.floor(pool.xMetres[sale]! / cellMetres), Math.floor(pool.yMetres[sale]! / cellMetres));
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [sale]);
    else list.push(sale);
    const propertyId = pool.propertyId[sale]!;
    saleBefore[sale] = newestSale.get(propertyId) ?? -1;
    newestSale.set(propertyId, sale);
  }
  const cells = new Map([...lists].map(([key, list]) => [key, Int32Array.from(list)]));
  return { cellMetres, cells, newestSale, saleBefore };
}

/** Small cells where sales are dense, from the number of square kilometres with sales. */
function cellSize(pool: SalePool): number {
  const settled = new Set<number>();
  for (let sale = 0; sale < pool.day.length; sale++) {
    settled.add(cellKey(Math.floor(pool.xMetres[sale]! / 1000), Math.floor(pool.yMetres[sale]! / 1000)));
  }
  const metres = 1000 * Math.sqrt((SALES_PER_CELL * settled.size) / Math.max(1, pool.day.length));
  return Math.max(SMALLEST_CELL_METRES, Math.min(LARGEST_CELL_METRES, metres));
}

/** Reusable buffer for the nearest sales of one place. */
export interface Neighbours {
  count: number;
  /** A heap with the farthest sale first. */
  sale: Int32Array;
  /** Squared distances. */
  squareMetres: Float64Array;
}

export const roomForNeighbours = (most: number): Neighbours => ({
  count: 0,
  sale: new Int32Array(most),
  squareMetres: new Float64Array(most),
});

/** The nearest sales before a day, without those of the property itself; searched ring by ring around its cell. */
export function findNeighbours(
  pool: SalePool,
  index: PoolIndex,
  place: { xMetres: number; yMetres: number; propertyId: number; beforeDay: number },
  found: Neighbours,
): void {
  const { xMetres, yMetres } = place;
  const { cellMetres } = index;
  found.count = 0;
  const column = Math.floor(xMetres / cellMetres);
  const row = Math.floor(yMetres / cellMetres);
  const toEdge = Math.min(
    xMetres - column * cellMetres,
    (column + 1) * cellMetres - xMetres,
    yMetres - row * cellMetres,
    (row + 1) * cellMetres - yMetres,
  );
  for (let ring = 0; ring <= MAX_RINGS; ring++) {
    for (let dx = -ring; dx <= ring; dx++) {
      const isSide = dx === -ring || dx === ring;
      for (let dy = -ring; dy <= ring; dy += isSide || ring === 0 ? 1 : 2 * ring) {
        const cell = index.cells.get(cellKey(column + dx, row + dy));
        if (cell !== undefined) visitCell(pool, cell, place, found);
      }
    }
    // Nothing in the next ring can be nearer than this.
    if (found.count === found.sale.length && found.squareMetres[0]! <= (ring * cellMetres + toEdge) ** 2) return;
  }
}

function visitCell(
  pool: SalePool,
  cell: Int32Array,
  place: { xMetres: number; yMetres: number; propertyId: number; beforeDay: number },
  found: Neighbours,
): void {
  for (let at = 0; at < cell.length; at++) {
    const sale = cell[at]!;
    if (pool.day[sale]! >= place.beforeDay) return;
    const dx = pool.xMetres[sale]! - place.xMetres;
    const dy = pool.yMetres[sale]! - place.yMetres;
    const square = dx * dx + dy * dy;
    if (found.count === found.sale.length && square >= found.squareMetres[0]!) continue;
    if (pool.propertyId[sale] === place.propertyId) continue;
    keep(found, sale, square);
  }
}

/** Adds a sale to the heap; a full heap drops its farthest. */
function keep(found: Neighbours, sale: number, square: number): void {
  if (found.count < found.sale.length) {
    let at = found.count++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (found.squareMetres[parent]! >= square) break;
      place(found, at, found.sale[parent]!, found.squareMetres[parent]!);
      at = parent;
    }
    place(found, at, sale, square);
    return;
  }
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= found.count) break;
    if (child + 1 < found.count && found.squareMetres[child + 1]! > found.squareMetres[child]!) child++;
    if (found.squareMetres[child]! <= square) break;
    place(found, at, found.sale[child]!, found.squareMetres[child]!);
    at = child;
  }
  place(found, at, sale, square);
}

function place(found: Neighbours, at: number, sale: number, square: number): void {
  found.sale[at] = sale;
  found.squareMetres[at] = square;
}

/** The property's newest sale before a day; null without one. */
export function ownSaleBefore(pool: SalePool, index: PoolIndex, propertyId: number, beforeDay: number): number | null {
  let sale = index.newestSale.get(propertyId) ?? -1;
  while (sale !== -1 && pool.day[sale]! >= beforeDay) sale = index.saleBefore[sale]!;
  return sale === -1 ? null : sale;
}
