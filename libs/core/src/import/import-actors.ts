import { Injectable } from '@nestjs/common';
import { includesRole, type Actor, type Context, type Role } from '@usaha/shared';
import { isActiveAdministrator } from '../api-key/api-key.repository.js';
import type { DataImport } from './data-import.entity.js';

const USER = `
  select r.number, r.role from core.users r
   where r.tenant_id = $1 and r.id = $2 and r.status = 'active' and r.deleted_at is null`;
const KEY = `
  select r.role from core.api_keys r
   where r.tenant_id = $1 and r.id = $2 and r.deleted_at is null and (r.expires_at is null or r.expires_at > $3)
     and ${isActiveAdministrator('r.seen_by')}`;
const DISABLED = `select 1 from core.tenant_modules r where r.tenant_id = $1 and r.module = $2 and r.status = 'disabled'`;

/** The rights of an import's starter while a job works on it: those of now, not of its start. */
@Injectable()
export class ImportActors {
  /** The actor that an import writes as. @returns null where the starter may import no more, or has no right to the module */
  async of(
    ctx: Context,
    { created_by, created_by_kind, resource }: Pick<DataImport, 'created_by' | 'created_by_kind' | 'resource'>,
  ): Promise<Actor | null> {
    const module = resource.slice(0, resource.indexOf('.'));
    const starter = created_by_kind === 'user' ? this.user(ctx, created_by) : this.key(ctx, created_by);
    const [actor, disabled] = await Promise.all([starter, ctx.db.read(DISABLED, [ctx.tenant_id, module])]);
    return actor && disabled.length === 0 && includesRole(actor.role, 'manager') ? actor : null;
  }

  private async user(ctx: Context, id: string): Promise<Actor | null> {
    const [row] = await ctx.db.read(USER, [ctx.tenant_id, id]);
    if (!row) return null;
    const [number, role] = row as [number | null, Role];
    return { user_id: id, number, role, session_id: id, is_operator: false, driver_id: null };
  }

  private async key(ctx: Context, id: string): Promise<Actor | null> {
    const [row] = await ctx.db.read(KEY, [ctx.tenant_id, id, ctx.now]);
    if (!row) return null;
    const role = row[0] as Role;
    return { kind: 'api_key', user_id: id, number: null, role, session_id: id, is_operator: false, driver_id: null };
  }
}
