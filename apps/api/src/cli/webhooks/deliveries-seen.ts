import type { INestApplicationContext } from '@nestjs/common';
import {
  OperatorService,
  WebhookDeliveries,
  WebhookEndpointService,
  WebhookReplay,
  type Tenant,
  type WebhookEndpoint,
} from '@usaha/core';
import { type Database } from '@usaha/shared';
import { StartError } from '@usaha/embedded-postgres/start-error';
import type { Command } from '../command.js';
import { asService, withContexts } from '../reach.js';

/** An endpoint's deliveries are read in pages of so much, and a tenant has fewer endpoints. */
const PAGE = 100;

const endpointsOf = async (app: INestApplicationContext, database: Database, tenant: Tenant) =>
  (await asService(database, (ctx) => app.get(WebhookEndpointService).list(ctx, { page: 1, size: PAGE }), tenant.id))
    .rows;

/** The path of a URL may hold a secret of the receiver. */
const hostOf = ({ sealed_url }: WebhookEndpoint): string => (sealed_url === null ? '' : new URL(sealed_url).host);

/** Prints the endpoints of a tenant, or of all, with tabs between the columns. */
export const list: Command = async (situation) =>
  withContexts(situation, async (app, database) => {
    const [named] = situation.args;
    const { say } = situation;
    const operator = app.get(OperatorService);
    say(['tenant', 'id', 'status', 'host', 'event types', 'pending', 'last sequence', 'last success'].join('\t'));
    const print = async (tenant: Tenant): Promise<void> => {
      for (const endpoint of await endpointsOf(app, database, tenant)) {
        const { id, status, disabled_reason, event_types, pending, last_sequence, last_success_at } = endpoint;
        const state = disabled_reason === null ? status : `${status} (${disabled_reason})`;
        const success = last_success_at?.toISOString() ?? 'never';
        say(
          [tenant.slug, id, state, hostOf(endpoint), event_types.join(','), pending, last_sequence, success].join('\t'),
        );
      }
    };
    if (named !== undefined) {
      await print(await asService(database, (ctx) => operator.findTenant(ctx, named)));
      return 0;
    }
    for (let after: string | null = null; ;) {
      const tenants: Tenant[] = await asService(database, (ctx) => operator.listTenants(ctx, after));
      for (const tenant of tenants) await print(tenant);
      const last = tenants.at(-1);
      if (!last) return 0;
      after = last.id;
    }
  });

/** Prints the failed deliveries of a tenant that are still kept, newest first at each endpoint. */
export const failed: Command = async (situation) =>
  withContexts(situation, async (app, database) => {
    const [named = ''] = situation.args;
    const { say } = situation;
    const tenant = await asService(database, (ctx) => app.get(OperatorService).findTenant(ctx, named));
    say(['endpoint', 'delivery', 'created', 'type', 'sequence', 'attempts', 'error', 'status code'].join('\t'));
    for (const { id } of await endpointsOf(app, database, tenant))
      for (let page = 1; ; page += 1) {
        const { rows } = await asService(
          database,
          (ctx) => app.get(WebhookDeliveries).list(ctx, id, { status: 'failed' }, { page, size: PAGE }),
          tenant.id,
        );
        for (const delivery of rows)
          say(
            [
              id,
              delivery.id,
              delivery.created_at.toISOString(),
              delivery.event_type,
              delivery.sequence ?? '',
              delivery.attempts_made,
              delivery.last_error ?? '',
              delivery.last_status_code ?? '',
            ].join('\t'),
          );
        if (rows.length < PAGE) break;
      }
    return 0;
  });

/** Queues again what an endpoint was sent since a moment, and what it missed. */
export const replay: Command = async (situation) =>
  withContexts(situation, async (app, database) => {
    const [named = '', id = '', text = ''] = situation.args;
    let since = momentOf(text);
    const until = new Date();
    const tenant = await asService(database, (ctx) => app.get(OperatorService).findTenant(ctx, named));
    let queued = 0;
    for (;;) {
      const from = since;
      const part = await asService(
        database,
        (ctx) => app.get(WebhookReplay).run(ctx, id, { since: from, until }),
        tenant.id,
      );
      queued += part.queued;
      if (!part.more) break;
      since = part.until;
    }
    situation.say(`Queued ${queued} events for endpoint ${id}: the service sends them now`);
    return 0;
  });

/** @throws StartError for a text that is no moment */
function momentOf(text: string): Date {
  // A day begins at midnight in Malaysia.
  const moment = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00+08:00` : text);
  const hasZone = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/.test(text);
  if (hasZone && !Number.isNaN(moment.getTime())) return moment;
  throw new StartError(`<since> must be a day or a moment like 2026-11-28T09:00:00+08:00, not "${text}"`);
}
