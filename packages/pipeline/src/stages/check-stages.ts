import type { Stage } from './stage.ts';

/** Throws if a stage would run before its inputs exist: a mistake in the list of stages. Facts exist from the start. */
export function checkStages(stages: readonly Stage[], wanted: readonly string[]): void {
  const made = new Set<string>(['facts']);
  for (const { name, inputs, outputs } of stages) {
    const missing = inputs.filter((input) => !made.has(input));
    if (missing.length > 0)
      throw new Error(`stage "${name}" needs ${missing.join(', ')}, which no earlier stage makes`);
    for (const output of outputs) made.add(output);
  }
  const unmade = wanted.filter((table) => !made.has(table));
  if (unmade.length > 0) throw new Error(`no stage makes ${unmade.join(', ')}`);
}
