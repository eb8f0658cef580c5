import { Injectable } from '@nestjs/common';
import { overlaps, type Span } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { AppointmentLine } from './appointment-line.entity.js';
import { occupyingStatuses } from './appointment-lifecycle.js';

/** What takes the time of a member of staff. */
export type TakenTime = Pick<AppointmentLine, 'staff_name' | 'starts_at' | 'ends_at'>;

/** A part of a member's time. */
export interface MemberSpan extends Span {
  staff_id: string;
}

const occupying = occupyingStatuses.map((status) => `'${status}'`).join(', ');

/** Lines `l` of live appointments `r` that take their members' time; the tenant is $1. */
const takenLines = `beauty.appointment_lines l
  join beauty.appointments r on r.tenant_id = $1 and r.id = l.appointment_id and r.deleted_at is null and r.status in (${occupying})
  where l.tenant_id = $1`;

/**
 * Whether the appointment of a line `l` is live and takes its member's time; asked of one line at a time. How few lines lie within
 * a day is hidden from PostgreSQL behind two ranges: a join with all that it expects reads every appointment that is to come.
 */
const takesTime = `(select r.deleted_at is null and r.status in (${occupying})
  from beauty.appointments r where r.tenant_id = $1 and r.id = l.appointment_id)`;

/** When members of staff are taken by lines of appointments that are to come or going on. */
@Injectable()
export class LineCalendar {
  /**
   * The first of some spans in which its member is taken, in one round trip however many there are.
   * @param except the appointment that asks: it is not in its own way
   * @returns the span's place and what takes it; null where all are free
   */
  async firstOf(
    ctx: Context,
    spans: readonly MemberSpan[],
    except: string | null,
  ): Promise<(TakenTime & { at: number }) | null> {
    const [row] = await ctx.db.read(
      `select w.n::integer, t.staff_name, t.starts_at, t.ends_at
       from unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) with ordinality as w (staff_id, starts_at, ends_at, n)
       cross join lateral (
         select l.staff_name, l.starts_at, l.ends_at from ${takenLines} and l.staff_id = w.staff_id
           and ${overlaps({ from: 'l.starts_at', to: 'l.ends_at' }, { from: 'w.starts_at', to: 'w.ends_at' })}
           and r.id is distinct from $5
         order by l.ends_at limit 1) t
       order by w.n limit 1`,
      [ctx.tenant_id, ...columnsOf(spans), except],
    );
    if (!row) return null;
    const [n, staff_name, starts_at, ends_at] = row as [number, string | null, Date, Date];
    return { at: n - 1, staff_name, starts_at, ends_at };
  }

  /** All that takes the time of members within a span, by member. One round trip. */
  async within(ctx: Context, staff_ids: readonly string[], { from, to }: Span): Promise<Map<string, Span[]>> {
    const rows = await ctx.db.read(
      `select l.staff_id, l.starts_at, l.ends_at from beauty.appointment_lines l
       where l.tenant_id = $1 and l.staff_id = any($2)
         and ${overlaps({ from: 'l.starts_at', to: 'l.ends_at' }, { from: '$3', to: '$4' })} and ${takesTime}`,
      [ctx.tenant_id, staff_ids, from, to],
    );
    const taken = new Map<string, Span[]>();
    for (const [staff_id, starts, ends] of rows as [string, Date, Date][])
      taken.set(staff_id, [...(taken.get(staff_id) ?? []), { from: starts, to: ends }]);
    return taken;
  }
}

const columnsOf = (spans: readonly MemberSpan[]): unknown[] => [
  spans.map(({ staff_id }) => staff_id),
  spans.map(({ from }) => from),
  spans.map(({ to }) => to),
];
