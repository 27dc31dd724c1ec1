import type { Sql } from '@plat/db';
import { boxAround, type Point } from '../dataset/grid.ts';

/** Regions whose properties a circle may reach, from the bounding boxes that publishing recorded. */
export async function regionsTouching(sql: Sql, center: Point, radiusMiles: number): Promise<string[]> {
  const { south, north, west, east } = boxAround(center, radiusMiles);
  const rows = await sql<{ region: string }[]>`
    select region from market.region
    where south <= ${north} and north >= ${south}
      and case when ${west}::float8 <= ${east} then west <= ${east} and east >= ${west}
               else east >= ${west} or west <= ${east} end
    order by region`;
  return rows.map((row) => row.region);
}
