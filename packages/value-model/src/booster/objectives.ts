/** The loss that a booster minimises. `huberDelta` is in units of the target; `quantile` is between 0 and 1. */
export type Objective =
  | { kind: 'squared' }
  | { kind: 'huber'; delta: number }
  | { kind: 'absolute' }
  | { kind: 'quantile'; quantile: number };

/** Derivative of the loss by the prediction, for one row. */
export function gradientOf(objective: Objective, residual: number): number {
  switch (objective.kind) {
    case 'squared':
      return -residual;
    case 'huber':
      return residual > objective.delta ? -objective.delta : residual < -objective.delta ? objective.delta : -residual;
    case 'absolute':
      return residual > 0 ? -1 : residual < 0 ? 1 : 0;
    case 'quantile':
      return residual > 0 ? -objective.quantile : residual < 0 ? 1 - objective.quantile : 0;
  }
}

export function lossOf(objective: Objective, residual: number): number {
  const size = Math.abs(residual);
  switch (objective.kind) {
    case 'squared':
      return (residual * residual) / 2;
    case 'huber':
      return size <= objective.delta ? (residual * residual) / 2 : objective.delta * (size - objective.delta / 2);
    case 'absolute':
      return size;
    case 'quantile':
      return residual > 0 ? objective.quantile * size : (1 - objective.quantile) * size;
  }
}

/** The quantile of residuals for a leaf; null for losses with a Newton step. */
export function leafQuantile(objective: Objective): number | null {
  if (objective.kind === 'absolute') return 0.5;
  return objective.kind === 'quantile' ? objective.quantile : null;
}
