import { Command } from 'commander';
import { assignPlanCommand, unassignPlanCommand } from './plan/assign.ts';
import { changePlanCommand } from './plan/change.ts';
import { createPlanCommand } from './plan/create.ts';
import { listPlansCommand } from './plan/list.ts';

/** `plat plan create|list|change|assign|unassign` */
export const planCommand = (): Command =>
  new Command('plan')
    .description('plans that enterprise keys assign to their end users')
    .addCommand(createPlanCommand())
    .addCommand(listPlansCommand())
    .addCommand(changePlanCommand())
    .addCommand(assignPlanCommand())
    .addCommand(unassignPlanCommand());
