import { Injectable } from '@nestjs/common';
import { Database, NO_TENANT, inTenant, type Context, type ShardScope } from '@usaha/shared';
import { finishedLetter } from '../notification/finished-letter.js';
import { inTurns } from '../notification/in-turns.js';
import { isAddress, type Letter } from '../notification/letter.js';
import { deliveryWithin } from '../notification/delivery-within.js';
import type { Delivery, Mailer } from '../notification/mailer.js';
import { RecipientLimits, type CountedLetter } from '../notification/recipient-limits.js';
import { ShardNodes } from '../tenant/shard-nodes.js';
import type { Tenant } from '../tenant/tenant.entity.js';
import { TenantRepository } from '../tenant/tenant.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { AccountLetter, AccountLetterKind, AccountLetterOutcome, CarriedLink } from './account-letter.entity.js';
import { AccountLetterRepository, LEASE_MS } from './account-letter.repository.js';
import { SERVICE_NAME, businessOf, writeAccountLetter, type WrittenLink } from './account-letter-writer.js';
import { AccountLinks } from './account-links.js';
import { buyerLetter } from './buyer-letter.js';
import { AccountPages } from './account-pages.js';
import { AccountRecipients, namesNoRecipient } from './account-recipients.js';
import type { AccountLinkPurpose } from './account-link.entity.js';

/** How many letters of a tenant are sent before it is another's turn. */
const MOST_A_TURN = 10;
/** Accounts without a tenant have this multiple of a tenant's letters. */
const TENANTLESS_SHARE = 10;
/** A letter with a link for a new password makes no sense a day later; the others are deleted before they make none. */
const RESET_WAITS_MS = 24 * 3_600_000;
/** An attempt that takes longer counts as one of unknown outcome, before its lease ends. */
const SENDING_MS = LEASE_MS - 10_000;

/** What became of one attempt. */
export type AccountLetterResult = Delivery['kind'] | Exclude<AccountLetterOutcome, 'sent' | 'refused' | 'replaced'>;

export const accountLetterResults = [
  'accepted',
  'refused',
  'postponed',
  'unreachable',
  'unknown',
  'expired',
  'needless',
] as const satisfies AccountLetterResult[];

export interface AccountSendingOptions {
  mailer: Mailer;
  now: () => Date;
  /** How many letters are sent for a tenant on a day (UTC+8); ten times as many for accounts without one. */
  mostPerDay: number;
  /** For how many milliseconds the invitations of a new tenant wait. */
  invitationsAfterMs: number;
  failed: (error: unknown, tenant_id: string) => void;
  /** Told of each attempt. */
  counted?: (kind: AccountLetterKind, result: AccountLetterResult, reason?: string) => void;
  isStopping?: () => boolean;
}

/** A letter that is ready for a mail server. */
interface Ready {
  row: AccountLetter;
  letter: Letter;
  counted: CountedLetter | null;
  links: readonly CarriedLink[];
}

/** What a letter has links to. */
const purposes: Readonly<Partial<Record<AccountLetterKind, AccountLinkPurpose>>> = {
  password_reset: 'reset',
  invitation: 'invitation',
  confirm_email: 'email',
};

/** The recipient has had as many letters today as there may be. */
class RecipientFull extends Error {}
class LeaseLost extends Error {}

/**
 * Sends letters about accounts. A letter is leased, its links get their secrets, and it is sent with no transaction open: it goes
 * at least once. An attempt that failed is repeated with other secrets.
 */
@Injectable()
export class AccountLetterSender {
  constructor(
    private readonly database: Database,
    private readonly nodes: ShardNodes,
    private readonly queue: AccountLetterRepository,
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
    private readonly links: AccountLinks,
    private readonly pages: AccountPages,
    private readonly limits: RecipientLimits,
    private readonly recipients: AccountRecipients,
  ) {}

  /** Sends what is due in some tenants, in turn. @returns whether the mail server could be used */
  async sendFor(tenant_ids: readonly string[], options: AccountSendingOptions): Promise<boolean> {
    let isReachable = true;
    const isStopping = () => !isReachable || options.isStopping?.() === true;
    const turn = async (tenant_id: string): Promise<boolean> => {
      const { more, unreachable } = await this.turn(tenant_id, { ...options, isStopping });
      if (unreachable) isReachable = false;
      return more;
    };
    const tenants = await this.nodes.perNode(options.now(), tenant_ids);
    await inTurns(tenants, turn, { failed: options.failed, isStopping });
    return isReachable;
  }

  /** Sends what is due in all tenants; a machine that does not answer stops its own alone. */
  async sendDue(options: AccountSendingOptions): Promise<void> {
    const done = await this.nodes.ask(options.now(), (there) => this.sendThere(there, options));
    for (const one of done) if (one.status === 'rejected') options.failed(one.reason, NO_TENANT);
  }

  private async sendThere(node: ShardScope, options: AccountSendingOptions): Promise<void> {
    for (let after: string | null = ''; after !== null && options.isStopping?.() !== true;) {
      const from: string = after;
      const look = (ctx: Context) => this.queue.tenantsWithWork(ctx, node, from);
      const { tenants, next } = await this.work(NO_TENANT, options.now(), look);
      after = (await this.sendFor(tenants, options)) ? next : null;
    }
  }

  /** @returns more: whether the tenant may have further letters that are due */
  private async turn(
    tenant_id: string,
    options: AccountSendingOptions,
  ): Promise<{ more: boolean; unreachable: boolean }> {
    const { tenant, letters } = await this.work(tenant_id, options.now(), (ctx) => this.leased(ctx, options));
    for (const [i, row] of letters.entries()) {
      if (options.isStopping?.() === true) {
        await this.work(tenant_id, options.now(), (ctx) => this.queue.giveBack(ctx, letters.slice(i)));
        return { more: false, unreachable: false };
      }
      // What fails on our side is tried again when its lease has ended.
      const result = await this.attempt(row, tenant, options).catch((error: unknown) =>
        options.failed(error, tenant_id),
      );
      if (result !== 'unreachable') continue;
      await this.work(tenant_id, options.now(), (ctx) => this.queue.giveBack(ctx, letters.slice(i + 1)));
      return { more: false, unreachable: true };
    }
    return { more: letters.length > 0, unreachable: false };
  }

  private async leased(
    ctx: Context,
    { mostPerDay, invitationsAfterMs }: AccountSendingOptions,
  ): Promise<{ tenant: Tenant | null; letters: AccountLetter[] }> {
    const isTenantless = ctx.tenant_id === NO_TENANT;
    const [tenant, sent] = await Promise.all([
      isTenantless ? null : this.tenants.find(ctx, ctx.tenant_id),
      this.queue.sentToday(ctx),
    ]);
    const left = mostPerDay * (isTenantless ? TENANTLESS_SHARE : 1) - sent;
    const isNew = tenant !== null && ctx.now.getTime() - tenant.created_at.getTime() < invitationsAfterMs;
    const letters = await this.queue.lease(ctx, {
      most: Math.min(left, MOST_A_TURN),
      except: isNew ? ['invitation'] : [],
    });
    return { tenant, letters };
  }

  private async attempt(
    row: AccountLetter,
    tenant: Tenant | null,
    options: AccountSendingOptions,
  ): Promise<AccountLetterResult | null> {
    const { tenant_id, kind } = row;
    const { now, counted } = options;
    const work = <T>(act: (ctx: Context) => Promise<T>) => this.work(tenant_id, now(), act);
    const ready = await work((ctx) => this.prepareOrEnd(ctx, row, tenant)).catch((error: unknown) => {
      if (error instanceof RecipientFull) return 'postponed' as const;
      if (error instanceof LeaseLost) return 'replaced' as const;
      throw error;
    });
    if (ready === 'replaced') return null;
    if (typeof ready === 'string') {
      if (ready === 'postponed') await work((ctx) => this.queue.postpone(ctx, row));
      counted?.(kind, ready);
      return ready;
    }
    const delivery = await deliveryWithin(SENDING_MS, options.mailer.send(ready.letter));
    counted?.(kind, delivery.kind, delivery.kind === 'accepted' ? undefined : delivery.reason);
    await work((ctx) => this.settle(ctx, ready, delivery));
    return delivery.kind;
  }

  /** Ends a letter that is not to be sent in the same transaction: a flood of typed names has no other. */
  private async prepareOrEnd(ctx: Context, row: AccountLetter, tenant: Tenant | null) {
    const ready = await this.prepare(ctx, row, tenant);
    if (ready === 'needless' || ready === 'expired') await this.queue.done(ctx, row, ready);
    return ready;
  }

  /** The letter with new secrets for its links; a word where there is none to send. */
  private async prepare(
    ctx: Context,
    row: AccountLetter,
    tenant: Tenant | null,
  ): Promise<Ready | 'replaced' | 'needless' | 'expired'> {
    if (ctx.tenant_id !== NO_TENANT && !tenant?.is_active) return 'needless';
    if (row.kind === 'password_reset' && ctx.now.getTime() - row.created_at.getTime() > RESET_WAITS_MS)
      return 'expired';
    if (row.details.einvoice) return this.toBuyer(ctx, row, tenant);
    if (namesNoRecipient(row)) {
      const some = await this.recipients.replace(ctx, row);
      if (some === 0) return 'needless';
      if (!(await this.queue.done(ctx, row, 'replaced'))) throw new LeaseLost();
      return 'replaced';
    }
    const { details } = row;
    const found = row.user_id === null ? null : await this.users.find(ctx, row.user_id);
    const purpose = purposes[row.kind];
    const linked = purpose ? await this.withSecrets(ctx, details.links ?? [], purpose, details.link_url) : [];
    const user = found ?? linked[0]?.user;
    const address = details.address ?? user?.email ?? null;
    if (!user || (purpose && linked.length === 0) || !isAddress(address)) return 'needless';
    const name = [user.first_name, user.last_name].filter(Boolean).join(' ');
    const content = writeAccountLetter({
      ...details,
      kind: row.kind,
      language: row.language,
      // Accounts of one address may have different names.
      to: { name: linked.length > 1 ? '' : name, address: address.trim() },
      email: details.address ?? user.email,
      business: businessOf(tenant, linked),
      links: linked,
    });
    const counted = purpose ? await this.limits.count(ctx, { nature: 'account' }, address) : null;
    if (purpose && !counted) throw new RecipientFull();
    const sender = { name: content.from_name, email: null, phone: null };
    const letter = finishedLetter(row.id, content, { nature: 'account' }, sender, null);
    return { row, letter, counted, links: linked.map(({ link }) => link) };
  }

  /** The letter to the buyer of an e-invoice, who has no account. */
  private async toBuyer(ctx: Context, row: AccountLetter, tenant: Tenant | null): Promise<Ready | 'needless'> {
    const letter = tenant && buyerLetter(row, tenant.name);
    if (!letter) return 'needless';
    const counted = await this.limits.count(ctx, { nature: 'receipt' }, letter.to.address);
    if (!counted) throw new RecipientFull();
    return { row, letter, counted, links: [] };
  }

  /** The links of a letter that still lead somewhere, each with a new secret. */
  private async withSecrets(
    ctx: Context,
    links: readonly CarriedLink[],
    purpose: AccountLinkPurpose,
    link_url: string | undefined,
  ): Promise<(WrittenLink & { link: CarriedLink; user: User })[]> {
    const made = [];
    for (const carried of links) {
      const one = await inTenant(ctx, carried.tenant_id, async (there) => {
        const link = await this.links.lockLive(there, carried.id);
        if (link?.purpose !== purpose) return null;
        const user = await this.users.find(there, link.user_id);
        const tenant = there.tenant_id === NO_TENANT ? null : await this.tenants.find(there, there.tenant_id);
        const isOpen = there.tenant_id === NO_TENANT || tenant?.is_active === true;
        if (!user || !isOpen || user.status !== (purpose === 'invitation' ? 'pending' : 'active')) return null;
        const url = this.pages.urlOf(this.links.issue(there, link), link_url);
        return { url, business: tenant?.name ?? SERVICE_NAME, link: carried, user };
      });
      if (one) made.push(one);
    }
    return made;
  }

  private async settle(ctx: Context, { row, counted, links }: Ready, delivery: Delivery): Promise<void> {
    const tell = async (what: 'sent_at' | 'refused_at'): Promise<void> => {
      for (const { tenant_id, id } of links)
        await inTenant(ctx, tenant_id, async (there) => this.links.told(there, id, what));
    };
    switch (delivery.kind) {
      case 'accepted':
        await tell('sent_at');
        return void (await this.queue.done(ctx, row, 'sent'));
      case 'refused':
        await tell('refused_at');
        return void (await this.queue.done(ctx, row, 'refused'));
      case 'postponed':
      case 'unreachable':
        if (counted) await this.limits.takeBack(ctx, counted);
        return this.queue.postpone(ctx, row);
      case 'unknown':
        return this.queue.postpone(ctx, row);
    }
  }

  private work<T>(tenant_id: string, now: Date, act: (ctx: Context) => Promise<T>): Promise<T> {
    return this.database.job({ tenant_id, actor: null, now }, act);
  }
}
