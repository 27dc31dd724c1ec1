import type { FieldProblem } from '../errors.ts';

type Bounds = Readonly<Record<string, unknown>>;

/** Rule for pairs of minimum and maximum fields: a maximum below its minimum is an error that names both. */
export const boundsInOrder =
  <Field extends string>(pairs: ReadonlyArray<readonly [lower: Field, upper: Field]>) =>
  (body: Bounds): FieldProblem[] =>
    pairs.flatMap(([lower, upper]) => {
      const [min, max] = [body[lower], body[upper]];
      const reversed = typeof min === 'number' && typeof max === 'number' && max < min;
      return reversed
        ? [
            { field: upper, problem: `must not be lower than ${lower}` },
            { field: lower, problem: `must not be higher than ${upper}` },
          ]
        : [];
    });
