import { automationSetup } from '@plat/contracts';
import { callerHeader, operation } from '@plat/kit';
import type { AutomationDeps } from '../deps.ts';
import { setUp } from '../domain/set-up.ts';

/** `POST /automation/setup` */
export const automationSetupRoute = (deps: AutomationDeps) =>
  operation(automationSetup, async ({ body, request }) =>
    setUp(deps, body.uid, callerHeader(request, 'authorization')),
  );
