export const REPLICAS = 3;
export const SLOW_MS = 60_000;
export const outcomesOf = (answers: ReadonlyArray<ReadonlyArray<{ outcome: string }>>) =>
  answers.flat().map(({ outcome }) => outcome);
export const count = (outcomes: readonly string[], wanted: string) => outcomes.filter((one) => one === wanted).length;
/** Runs all lanes to the end before it reports the first failure, so that no lane disturbs another test. */
export async function runLanes(
  lanes: number,
  run: (index: number, goesOn: () => boolean) => Promise<void>,
): Promise<void> {
  let hasFailed = false;
  const ended = await Promise.allSettled(
    Array.from({ length: lanes }, (_, index) =>
      run(index, () => !hasFailed).catch((cause: unknown) => {
        hasFailed = true;
        throw cause;
      }),
    ),
  );
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
