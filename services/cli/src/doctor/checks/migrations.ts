import { LAYOUT_HASH } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { SERVICE_MIGRATIONS, schemaStandings } from '../../service-migrations.ts';
import { databaseCheck } from '../check.ts';

export const migrations = databaseCheck('migrations', async (sql) => {
  const schemas = await schemaStandings(sql, SERVICE_MIGRATIONS);
  const seen = schemas.map(({ schema, applied, shipped }) => `${schema} ${applied} of ${shipped}`).join(', ');
  const standings = new Set(schemas.map(({ standing }) => standing));
  if (standings.has('differs')) {
    const advice =
      'A migration was edited after it was applied: use the release of Plat that the database was made with.';
    return { standing: 'fail', seen, advice };
  }
  if (standings.has('behind')) {
    const advice = 'Run `plat migrate` (as services), or start Plat, which does it.';
    return { standing: 'warn', seen, advice };
  }
  if (standings.has('ahead')) {
    const advice = 'A newer release has been here. During a rolling update that is fine; afterwards use that release.';
    return { standing: 'warn', seen, advice };
  }
  return { standing: 'ok', seen };
});

/** A database that an earlier release left has no sample realm yet. */
async function sampleLayout(sql: Sql): Promise<readonly { layout: string }[]> {
  const [schema] = await sql<{ found: string | null }[]>`select to_regclass('market_sample.dataset')::text as found`;
  return schema?.found == null ? [] : sql<{ layout: string }[]>`select layout from market_sample.dataset`;
}

export const datasetLayout = databaseCheck('dataset_layout', async (sql) => {
  const [schema] = await sql<{ found: string | null }[]>`select to_regclass('market.dataset')::text as found`;
  if (schema?.found == null) return { standing: 'skipped', seen: 'there is no dataset yet' };
  const layouts = [
    ...(await sql<{ layout: string }[]>`select layout from market.dataset`),
    ...(await sampleLayout(sql)),
  ];
  if (layouts.every(({ layout }) => layout === LAYOUT_HASH)) return { standing: 'ok', seen: 'that of this release' };
  return {
    standing: 'fail',
    seen: 'that of another release',
    advice: 'Run `plat market rebuild`, or `plat start`, which does it.',
  };
});
