/** Imports in a process of its own, to be killed: `bun killed-import.fixture.ts <database url> <home> <folder>`. */
import { connect } from '@plat/db';
import { COUNTY_AS_OF } from '../import/county.fixture.ts';
import { importMarket } from '../index.ts';

const [url, home, folder] = process.argv.slice(2);
const sql = connect(url!, { applicationName: 'plat-killed-import', maxConnections: 4 });
await importMarket({ home: home!, sql, source: { kind: 'canonical' }, files: [folder!], asOf: COUNTY_AS_OF });
await sql.end();
