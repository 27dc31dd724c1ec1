import { createDuck } from '../create-duck.ts';
import { MappingError, type SourceMapping } from '../sources/index.ts';
import { expressionSql } from './expression-sql.ts';
import { defineReaders } from './readers-sql.ts';
import { createReadings } from './readings.ts';

/**
 * Tries every column expression of a mapping on one made-up row, so that mistakes only DuckDB can find (syntax and
 * size of a pattern) are reported before a file is read.
 * @param origin name of the mapping in messages, such as its path.
 * @throws MappingError with the JSON path of each mistake.
 */
export async function tryMapping(mapping: SourceMapping, origin: string): Promise<void> {
  const instance = await createDuck(1);
  const duck = await instance.connect();
  const mistakes: string[] = [];
  try {
    await defineReaders(duck);
    await createReadings(duck);
    for (const [i, { produces }] of mapping.inputs.entries())
      for (const [j, { columns }] of produces.entries())
        for (const [column, expression] of Object.entries(columns)) {
          const sql = expressionSql(expression, { lookup: () => 'cell', onOwnerPair: () => undefined });
          await duck.runAndReadAll(`SELECT ${sql} FROM (VALUES ('1 A')) AS invented (cell)`).catch((error: Error) => {
            mistakes.push(`/inputs/${i}/produces/${j}/columns/${column}: ${wordsOf(error)}`);
          });
        }
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
  if (mistakes.length > 0) throw new MappingError(origin, mistakes);
}

const wordsOf = ({ message }: Error): string => message.split('\n')[0]!.replace(/^[A-Za-z ]*Error: /, '');
