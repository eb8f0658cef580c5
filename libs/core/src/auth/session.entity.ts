import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/** The client of a session, as it is kept. */
type ClientOfSession = Pick<Session, 'address' | 'user_agent'>;

/**
 * One sign-in. Its tokens name it; when it has ended they are refused. A session of an account that took a tenant moves
 * there with it, under its id, so that the current token works at once.
 */
@Entity({ schema: 'core', name: 'sessions' })
export class Session {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.uuid() user_id!: string;
  /** Where an earlier release, still running while this one takes its place, looks for who took a tenant. */
  @columns.uuid({ nullable: true }) moved_to: string | null = null;
  @columns.instant() created_at!: Date;
  @columns.instant() expires_at!: Date;
  @columns.instant({ nullable: true }) ended_at: Date | null = null;
  /** From where it began; null for sessions that began before addresses were kept. */
  @columns.text({ nullable: true, personal: true }) address: string | null = null;
  @columns.sealed() user_agent!: string | null;
  /** When a second factor was last verified in it; null: in none of its requests. */
  @columns.instant({ nullable: true }) mfa_at: Date | null = null;
  /** Written by a job, at most a minute late; null until then. */
  @columns.instant({ nullable: true }) last_seen_at: Date | null = null;

  /** @param facts.lifetime in seconds */
  static begun(
    facts: Pick<Session, 'tenant_id' | 'id' | 'user_id' | 'created_at' | 'mfa_at'> &
      ClientOfSession & { lifetime: number },
  ): Session {
    const { lifetime, ...kept } = facts;
    const expires_at = new Date(kept.created_at.getTime() + lifetime * 1_000);
    return Object.assign(new Session(), { ...kept, expires_at });
  }

  /** The same session in the tenant that its account took: its seal is made for the row there. */
  movedTo(tenant_id: string): Session {
    const { id, user_id, created_at, expires_at, address, user_agent, mfa_at, last_seen_at } = this;
    const kept = { id, user_id, created_at, expires_at, address, user_agent, mfa_at, last_seen_at };
    return Object.assign(new Session(), { ...kept, tenant_id });
  }
}
