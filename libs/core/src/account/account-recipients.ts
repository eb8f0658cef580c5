import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, grouped, inTenant, type Context } from '@usaha/shared';
import { ShardNodes } from '../tenant/shard-nodes.js';
import { ofTenant } from '../tenant/one-tenant.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { AccountLetters } from './account-letters.js';
import { AccountLinks } from './account-links.js';
import type { AccountLetter, CarriedLink } from './account-letter.entity.js';

const HOUR_MS = 3_600_000;
/** Letters of a user for a new password in an hour. */
export const MOST_RESETS_AN_HOUR = 3;

/** Finds who gets letters that name no user: the accounts that a typed name means, and the administrators of a tenant. */
@Injectable()
export class AccountRecipients {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly letters: AccountLetters,
  ) {}

  /** Enqueues a letter for each recipient of a letter, in the transaction that ends that letter. @returns how many */
  async replace(ctx: Context, letter: AccountLetter): Promise<number> {
    if (letter.details.name === undefined) return this.toAdministrators(ctx, letter);
    return this.toNamed(ctx, letter, await this.named(ctx, letter));
  }

  /**
   * Users who may have meant the name, read outside the transaction that writes. Without a tenant all machines are asked, at most five
   * users are taken as at sign-in, and a machine that does not answer counts only where no other has one.
   */
  private async named({ tenant_id, now }: Context, { details }: AccountLetter): Promise<User[]> {
    const { name = '', from = '' } = details;
    const work = <T>(act: (ctx: Context) => Promise<T>) =>
      this.database.job({ tenant_id: NO_TENANT, actor: null, now }, act);
    if (tenant_id !== NO_TENANT) return work((ctx) => this.users.candidatesIn(ctx, name, true, ofTenant(tenant_id)));
    const asked = await this.nodes.ask(now, (there) =>
      work((ctx) => this.users.candidates(ctx, name, true, from, there)),
    );
    const found = this.users.best(
      asked.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
      from,
    );
    const failed = asked.find((one) => one.status === 'rejected');
    if (failed && found.length === 0) throw failed.reason;
    return found;
  }

  /** One letter for each address, with a link for each of its accounts: those of one name may be different persons'. */
  private async toNamed(ctx: Context, { details, language }: AccountLetter, users: readonly User[]): Promise<number> {
    const given: { address: string; link: CarriedLink }[] = [];
    // In one order, so that two letters that mean the same users do not wait for each other.
    for (const { tenant_id, id } of users.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const made = await inTenant(ctx, tenant_id, (there) => this.linkFor(there, id));
      if (made) given.push(made);
    }
    const letters = [...grouped(given, ({ address }) => address.trim().toLowerCase()).values()].map((some) => ({
      kind: 'password_reset' as const,
      user_id: null,
      language,
      details: {
        address: some[0]?.address,
        links: some.map(({ link }) => link),
        link_url: details.link_url,
      },
    }));
    this.letters.insert(ctx, letters);
    return letters.length;
  }

  /** null where the user cannot sign in by a password, or has had as many letters as there may be in an hour. */
  private async linkFor(ctx: Context, user_id: string): Promise<{ address: string; link: CarriedLink } | null> {
    const user = await this.users.lockIfExists(ctx, user_id);
    if (!user?.is_active || user.password_hash === null) return null;
    if (ctx.tenant_id !== NO_TENANT && !(await this.tenants.find(ctx, ctx.tenant_id))?.is_active) return null;
    const recent = await this.links.countSince(ctx, user.id, 'reset', new Date(ctx.now.getTime() - HOUR_MS));
    if (recent >= MOST_RESETS_AN_HOUR) return null;
    const { tenant_id, id } = this.links.begin(ctx, 'reset', user.id, user.email);
    return { address: user.email, link: { tenant_id, id } };
  }

  private async toAdministrators(ctx: Context, { kind, details, language }: AccountLetter): Promise<number> {
    const administrators = await this.users.administrators(ctx);
    this.letters.insert(
      ctx,
      administrators.map(({ id }) => ({ kind, user_id: id, details, language })),
    );
    return administrators.length;
  }
}

/** Whether a letter still has to be replaced by those to its recipients. */
export const namesNoRecipient = ({ user_id, details }: AccountLetter): boolean =>
  user_id === null && details.links === undefined && details.einvoice === undefined;
