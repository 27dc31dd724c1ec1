import { LAYOUT_HASH, marketLayouts } from '@plat/dataset';
import { SERVICE_MIGRATIONS, schemaStandings } from '../../service-migrations.ts';
import { databaseCheck } from '../check.ts';

export const migrations = databaseCheck('migrations', async (sql) => {
  const schemas = await schemaStandings(sql, SERVICE_MIGRATIONS);
  const seen = schemas.map(({ schema, applied, shipped }) => `${schema} ${applied} of ${shipped}`).join(', ');
  const standings = new Set(schemas.map(({ standing }) => standing));
  if (standings.has('differs')) {
    const advice = 'A migration was edited after it was applied: use the release that created the database.';
    return { standing: 'fail', seen, advice };
  }
  if (standings.has('behind')) {
    const advice = 'Run `plat migrate` (as services), or start Plat, which migrates.';
    return { standing: 'warn', seen, advice };
  }
  if (standings.has('ahead')) {
    const advice =
      'A newer release used this database. During a rolling update that is normal; otherwise use that release.';
    return { standing: 'warn', seen, advice };
  }
  return { standing: 'ok', seen };
});

export const datasetLayout = databaseCheck('dataset_layout', async (sql) => {
  const layouts = await marketLayouts(sql);
  if (layouts.length === 0) return { standing: 'skipped', seen: 'there is no dataset yet' };
  if (layouts.every((layout) => layout === LAYOUT_HASH)) return { standing: 'ok', seen: 'matches this release' };
  return {
    standing: 'fail',
    seen: 'belongs to another release',
    advice: 'Run `plat market rebuild`, or `plat start`, which rebuilds it.',
  };
});
