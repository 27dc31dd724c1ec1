import { sqlText } from '@plat/dataset';
import { createDuck, mostRowsOf } from '@plat/pipeline';

/** Cells of a comma-separated file, null where empty. @param columns as SQL. */
export async function readTable(file: string, columns: string): Promise<(string | null)[][]> {
  const instance = await createDuck(await mostRowsOf([file]));
  const duck = await instance.connect();
  try {
    const read = `read_csv(${sqlText(file)}, header = true, all_varchar = true, ignore_errors = true)`;
    const rows = await duck.runAndReadAll(`SELECT ${columns} FROM ${read}`);
    return rows.getRowsJson() as (string | null)[][];
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}
