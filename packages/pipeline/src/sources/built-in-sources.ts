import { cambridgeMa } from './cambridge-ma.ts';
import { lebanonNh } from './lebanon-nh.ts';
import { loudounVa } from './loudoun-va.ts';
import type { SourceMapping } from './mapping.ts';
import { northCarolina } from './north-carolina.ts';
import { philadelphiaPa } from './philadelphia-pa.ts';
import { richmondVa } from './richmond-va.ts';
import { seattleWa } from './seattle-wa.ts';

/** The built-in mappings. `plat --help` names them, so this file loads no more than them. */
export const builtInSources: readonly SourceMapping[] = [
  philadelphiaPa,
  cambridgeMa,
  lebanonNh,
  loudounVa,
  richmondVa,
  seattleWa,
  northCarolina,
];
