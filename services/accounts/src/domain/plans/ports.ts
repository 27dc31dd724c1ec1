import type { Plan } from '@plat/contracts';
import type { Actor } from '../ports.ts';

export type PlanChange = Partial<Omit<Plan, 'plan_id'>>;

export interface PlanStore {
  /** Returns null if the id is taken. */
  insert(actor: Actor, plan: Plan): Promise<Plan | null>;
  /** Sorted by id. */
  list(): Promise<Plan[]>;
  /** Plans that a key may assign, sorted by id. */
  ofKey(keyId: string): Promise<Plan[]>;
  change(actor: Actor, planId: string, change: PlanChange): Promise<Plan | null>;
}
