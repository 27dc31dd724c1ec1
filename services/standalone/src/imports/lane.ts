/** Runs tasks one after another. */
export type Lane = <Result>(task: () => Promise<Result>) => Promise<Result>;

export function createLane(): Lane {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const mine = last.then(task);
    last = mine.catch(() => undefined);
    return mine;
  };
}
