import type { FieldProblem } from '../errors.ts';

type Bounds = Readonly<Record<string, unknown>>;

/**
 * A rule for pairs of lower and upper bounds: an upper bound below its lower one is an error that names both
 * (decisions 11 and 25).
 */
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
