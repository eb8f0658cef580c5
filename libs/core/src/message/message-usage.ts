import { Injectable } from '@nestjs/common';
import { inTenant, isUuid, malaysianDay, type Context } from '@usaha/shared';
import type { Message } from './message.entity.js';

/** By what usage is added up. */
export const usageGroups = ['day', 'way', 'template'] as const;
export type UsageGroup = (typeof usageGroups)[number];

/** Messages of one day, way or template. */
export interface UsageRow {
  group: string;
  messages: number;
  parts: number;
  cost: number;
}

/** Messages that were sent in a period. */
export interface MessageUsageReport {
  rows: UsageRow[];
  totals: Omit<UsageRow, 'group'>;
}

export interface UsageQuery {
  /** Days, UTC+8, both included; the month of today unless given. */
  date_from?: string;
  date_to?: string;
  group_by?: UsageGroup;
  /** The operator names any tenant; for others their own alone exists. */
  tenant_id?: string;
}

/** Malaysian day of the first of the month. */
const monthOf = (day: string): string => `${day.slice(0, 8)}01`;

/** SQL of each group. */
const groups: Readonly<Record<UsageGroup, string>> = {
  day: 'r.day',
  way: 'r.way',
  template: 'r.template',
};

/** Counts what is sent for a business, by day, way and template. */
@Injectable()
export class MessageUsage {
  /** Counts a message that a carrier took, or may have taken. */
  count({ db, tenant_id, now }: Context, { way, template, parts }: Message, cost: number): void {
    db.enqueue(
      `insert into core.message_usage as r (tenant_id, day, way, template, messages, parts, cost)
       values ($1, $2, $3, $4, 1, $5, $6)
       on conflict (tenant_id, day, way, template) do update
         set messages = r.messages + 1, parts = r.parts + excluded.parts, cost = r.cost + excluded.cost`,
      [tenant_id, malaysianDay(now), way, template, parts, cost],
    );
  }

  /** What the messages of the month (UTC+8) have cost the context's tenant so far, in ringgit. */
  async costOfMonth(ctx: Context): Promise<number> {
    const today = malaysianDay(ctx.now);
    const [row] = await ctx.db.read(
      `select coalesce(sum(r.cost), 0)::float8 from core.message_usage r
        where r.tenant_id = $1 and r.day between $2 and $3`,
      [ctx.tenant_id, monthOf(today), today],
    );
    return row?.[0] as number;
  }

  /** Messages that were sent, by day, way or template; of a tenant that is not the caller's, nothing. */
  async report(ctx: Context, query: UsageQuery): Promise<MessageUsageReport> {
    const tenant_id = query.tenant_id?.toLowerCase() ?? ctx.tenant_id;
    const isAllowed = tenant_id === ctx.tenant_id || (ctx.actor?.is_operator === true && isUuid(tenant_id));
    const rows = isAllowed ? await inTenant(ctx, tenant_id, (there) => this.read(there, query)) : [];
    const totals = { messages: 0, parts: 0, cost: 0 };
    for (const { messages, parts, cost } of rows) {
      totals.messages += messages;
      totals.parts += parts;
      totals.cost = Math.round((totals.cost + cost) * 100) / 100;
    }
    return { rows, totals };
  }

  private async read(ctx: Context, query: UsageQuery): Promise<UsageRow[]> {
    const today = malaysianDay(ctx.now);
    const { date_to = today, date_from = monthOf(date_to), group_by = 'day' } = query;
    const group = groups[group_by];
    const rows = await ctx.db.read(
      `select ${group}, sum(r.messages)::integer, sum(r.parts)::integer, sum(r.cost)::float8 from core.message_usage r
        where r.tenant_id = $1 and r.day between $2 and $3 group by 1 order by 1`,
      [ctx.tenant_id, date_from, date_to],
    );
    return (rows as [string, number, number, number][]).map(([of, messages, parts, cost]) => ({
      group: of,
      messages,
      parts,
      cost,
    }));
  }
}
