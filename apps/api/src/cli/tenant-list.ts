import { OperatorService, type Tenant } from '@usaha/core';
import type { Command } from './command.js';
import { asService, withContexts } from './reach.js';

const lineOf = ({ slug, status, suspended_by, business_type, created_at, id, name }: Tenant): string => {
  const state = suspended_by === null ? status : `${status} by the ${suspended_by}`;
  return [slug, state, business_type, created_at.toISOString().slice(0, 10), id, name].join('\t');
};

/** Prints all tenants, the oldest first, with tabs between the columns. */
export const run: Command = async (situation) =>
  withContexts(situation, async (app, database) => {
    const operator = app.get(OperatorService);
    situation.say(['slug', 'status', 'business type', 'created', 'id', 'name'].join('\t'));
    for (let after: string | null = null; ;) {
      const page: Tenant[] = await asService(database, (ctx) => operator.listTenants(ctx, after));
      for (const tenant of page) situation.say(lineOf(tenant));
      const last = page.at(-1);
      if (!last) return 0;
      after = last.id;
    }
  });
