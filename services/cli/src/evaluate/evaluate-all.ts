import { existsSync } from 'node:fs';
import {
  goalText,
  intervalText,
  type Measure,
  type Measured,
  meetsGoal,
  pageWithFigures,
  runMeasures,
  type Skipped,
  sizeText,
  valueText,
} from '@plat/evaluation';
import { PlainError } from '@plat/standalone/failures';
import { textTable } from '../text-table.ts';
import { ALL_MEASURES } from './measures/index.ts';

export interface EvaluateAllRequest {
  /** Folder of the public records. */
  records: string;
  /** Names of measures; all without. */
  only?: readonly string[] | undefined;
  /** Page whose tables are written again. */
  page?: string | undefined;
  note(line: string): void;
}

export interface EvaluatedAll {
  measured: Measured[];
  skipped: Skipped[];
}

/**
 * Runs every measure whose records are in the folder, and writes the figures between the markers of a page.
 * @throws PlainError without records, for an unknown measure, or when nothing could be measured.
 */
export async function evaluateAll({ records, only, page, note }: EvaluateAllRequest): Promise<EvaluatedAll> {
  if (!existsSync(records)) throw new PlainError(`There is no folder ${records}.`, 'Name the records with --records.');
  const before = page === undefined ? null : await textOf(page);
  const { measured, skipped } = await runMeasures(chosen(only), records, note);
  if (measured.length === 0)
    throw new PlainError(
      `${records} has no records that a measure needs.`,
      'docs/reference/quality.md names the files.',
    );
  if (page !== undefined && before !== null) await Bun.write(page, pageWithFigures(before, measured));
  return { measured, skipped };
}

function chosen(only: readonly string[] | undefined): readonly Measure[] {
  if (only === undefined) return ALL_MEASURES;
  const known = ALL_MEASURES.map(({ id }) => id);
  const unknown = only.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw new PlainError(`There is no measure "${unknown}".`, `The measures are ${known.join(', ')}.`);
  return ALL_MEASURES.filter(({ id }) => only.includes(id));
}

async function textOf(page: string): Promise<string> {
  if (!existsSync(page)) throw new PlainError(`There is no page ${page}.`, 'Check the path.');
  return Bun.file(page).text();
}

/** The result as JSON. */
export const evaluatedDocument = ({ measured, skipped }: EvaluatedAll) => ({
  measures: measured.map(({ measure: { id, title, answers, records, tuned, intervals }, figures }) => ({
    measure: id,
    title,
    answers,
    records,
    tuned,
    intervals,
    figures: figures.map((figure) => ({ ...figure, goal: figure.goal ?? null, meets_goal: meetsGoal(figure) })),
  })),
  skipped: skipped.map(({ measure: { id }, missing }) => ({ measure: id, missing })),
});

/** The result as text: a table for each measure, then what was skipped and why. */
export const evaluatedText = ({ measured, skipped }: EvaluatedAll): string =>
  [
    ...measured.map(({ measure, figures }) =>
      [
        `${measure.title} (${measure.records})`,
        textTable(
          ['figure', 'value', '95 % interval', 'n', 'goal'],
          figures.map((figure) => [
            ...[figure.name, valueText(figure), intervalText(figure), sizeText(figure), goalText(figure)],
          ]),
        ),
      ].join('\n'),
    ),
    ...skipped.map(({ measure, missing }) => `Skipped ${measure.id}: there is no ${missing.join(', ')}.`),
  ].join('\n\n');
