import { OperatorService } from '@usaha/core';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

const LIFT = '--lift';

/** Suspends a tenant as the operator, whose suspension the tenant cannot lift; with `--lift` lets it back in. */
export const run: Command = async (situation) => {
  const [named = '', lift] = situation.args;
  return withContexts(situation, async (app, database) => {
    const tenant = await asService(database, (ctx) =>
      app.get(OperatorService).setTenantActive(ctx, named, lift === LIFT),
    );
    situation.say(
      tenant.is_active
        ? `${tenant.slug} is active again; its users sign in again`
        : `${tenant.slug} is suspended: all its sessions have ended; tenant:suspend ${tenant.slug} ${LIFT} lets it back in`,
    );
    return 0;
  });
};
