import type { Plan } from '@plat/contracts';
import type { Actor } from '../ports.ts';

export type PlanChange = Partial<Omit<Plan, 'plan_id'>>;

export interface PlanStore {
  /** null when the id is taken. */
  insert(actor: Actor, plan: Plan): Promise<Plan | null>;
  /** By id. */
  list(): Promise<Plan[]>;
  /** Those that a key may assign, by id. */
  ofKey(keyId: string): Promise<Plan[]>;
  change(actor: Actor, planId: string, change: PlanChange): Promise<Plan | null>;
}
