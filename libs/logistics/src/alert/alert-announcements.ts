import { Injectable } from '@nestjs/common';
import { newId, type Context } from '@usaha/shared';

/** The announcements, and their days. */
@Injectable()
export class AlertAnnouncements {
  /** Those since a day, with the moment that each was made; the earliest first. */
  async since(ctx: Context, day: string): Promise<{ day: string; created_at: Date }[]> {
    const rows = await ctx.db.read(
      `select r.day, r.created_at from logistics.alert_announcements r
        where r.tenant_id = $1 and r.day >= $2 order by r.day`,
      [ctx.tenant_id, day],
    );
    return (rows as [string, Date][]).map(([on, created_at]) => ({ day: on, created_at }));
  }

  /** The announcements of a day; empty where there are none. */
  async of(ctx: Context, day: string): Promise<ReadonlySet<string>> {
    const [row] = await ctx.db.read(
      'select r.fingerprints from logistics.alert_announcements r where r.tenant_id = $1 and r.day = $2',
      [ctx.tenant_id, day],
    );
    return new Set(row?.[0] as string[] | undefined);
  }

  /** Those of some fingerprints that no announcement has. */
  async unannounced(ctx: Context, fingerprints: readonly string[]): Promise<string[]> {
    const rows = await ctx.db.read(
      `select f from logistics.alert_announcements r cross join lateral unnest(r.fingerprints) f
        where r.tenant_id = $1 and f = any($2)`,
      [ctx.tenant_id, fingerprints],
    );
    const announced = new Set(rows.map(([fingerprint]) => fingerprint as string));
    return fingerprints.filter((fingerprint) => !announced.has(fingerprint));
  }

  /** Announces on a day, unless another instance has done so: what it has announced counts then. */
  async add(ctx: Context, day: string, fingerprints: readonly string[]): Promise<void> {
    await ctx.db.write(
      `insert into logistics.alert_announcements (tenant_id, id, created_at, day, fingerprints)
       values ($1, $2, $3, $4, $5) on conflict (tenant_id, day) do nothing returning id`,
      [ctx.tenant_id, newId(ctx.now), ctx.now, day, fingerprints],
    );
  }
}
