import { Injectable } from '@nestjs/common';
import {
  Database,
  announce,
  isUuid,
  notFound,
  unauthenticated,
  type Actor,
  type Context,
  type Table,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { messages } from '../user/user.messages.js';
import { UserRepository } from '../user/user.repository.js';
import { Session } from './session.entity.js';
import { SessionRegistry } from './session.registry.js';

/** The newest sessions that a list has; further ones end with all others. */
const MOST_LISTED = 1_000;

/** A session of the user $2 of the tenant $1 that is alive at $3. */
const LIVE = 'r.tenant_id = $1 and r.user_id = $2 and r.ended_at is null and r.expires_at > $3';

/** The sessions of users, as they are shown and ended. */
@Injectable()
export class SessionService {
  private readonly table: Table<Session>;

  constructor(
    database: Database,
    private readonly users: UserRepository,
    private readonly registry: SessionRegistry,
  ) {
    this.table = database.table(Session);
  }

  /** The caller's live sessions, newest first; of more than a thousand the newest. */
  async list(ctx: Context): Promise<Session[]> {
    const values = [ctx.tenant_id, actorOf(ctx).user_id, ctx.now];
    const rows = await ctx.db.read(`${this.select} order by r.id desc limit ${MOST_LISTED}`, values);
    return rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
  }

  /** One of the caller's live sessions. @throws not_found, for another user's too */
  async get(ctx: Context, id: string): Promise<Session> {
    const values = [ctx.tenant_id, actorOf(ctx).user_id, ctx.now, id];
    const [row] = isUuid(id) ? await ctx.db.read(`${this.select} and r.id = $4`, values) : [];
    if (!row) throw notFound(nouns.session);
    return this.table.hydrate(row, ctx.db.keyring);
  }

  /** Ends one of the caller's sessions, the present one too. @throws not_found */
  async end(ctx: Context, id: string): Promise<{ id: string }> {
    const { user_id } = actorOf(ctx);
    const ended = isUuid(id) ? await this.endWhere(ctx, user_id, 'r.id = $4', id) : 0;
    if (ended === 0) throw notFound(nouns.session);
    const session_id = id.toLowerCase();
    this.registry.rightsChanged(ctx, { session_id });
    this.tell(ctx, user_id, ended);
    return { id: session_id };
  }

  /** Ends the caller's sessions save the present one. @returns how many */
  async endOthers(ctx: Context): Promise<number> {
    const { user_id, session_id } = actorOf(ctx);
    const ended = await this.endWhere(ctx, user_id, 'r.id <> $4', session_id);
    this.registry.rightsChanged(ctx, { user_id });
    this.tell(ctx, user_id, ended);
    return ended;
  }

  /** Ends all sessions of a user of the tenant, of the caller too. @param id the uuid or the integer @returns how many @throws not_found */
  async endAllOf(ctx: Context, id: string): Promise<number> {
    const { id: user_id } = await this.users.get(ctx, id);
    const ended = await this.endWhere(ctx, user_id);
    this.registry.rightsChanged(ctx, { user_id });
    this.tell(ctx, user_id, ended);
    return ended;
  }

  private get select(): string {
    return `select ${this.table.selected} from core.sessions r where ${LIVE}`;
  }

  private endWhere(ctx: Context, user_id: string, also = 'true', ...values: string[]): Promise<number> {
    return ctx.db.change(`update core.sessions r set ended_at = $3 where ${LIVE} and ${also}`, [
      ctx.tenant_id,
      user_id,
      ctx.now,
      ...values,
    ]);
  }

  /** On the trail and to the handlers of events, where any session ended. */
  private tell(ctx: Context, user_id: string, ended: number): void {
    if (ended === 0) return;
    const changes = { sessions_ended: { before: null, after: ended } };
    ctx.db.record(ctx, { action: 'end_sessions', record_type: nouns.user.name, record_id: user_id, changes });
    announce(ctx, 'core.user.sessions_ended', { user_id });
  }
}

function actorOf({ actor }: Context): Actor {
  if (!actor) throw unauthenticated(messages.notSignedIn());
  return actor;
}
