import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, conflict, invalid, notFound, type Context } from '@usaha/shared';
import { MessageCallbackAddresses } from '../message/message-callback-addresses.js';
import { MessageCarriers } from '../message/message-carrier.js';
import { ways, type Way } from '../message/template.js';
import { nouns } from '../messages.js';
import { AddressGuard } from '../webhook/address-guard.js';
import { settingsOf, smtpServerOf, withoutPlaceholders, type MessageAccountTold } from './account-checks.js';
import type { AccountSettings } from './account-settings.js';
import { MessageAccount } from './message-account.entity.js';
import { messages } from './message-account.messages.js';
import { MessageAccountRepository } from './message-account.repository.js';

/** Whose carrier a way has. */
export const messageSources = ['own', 'operator', 'outbox', 'none'] as const;
export type MessageSource = (typeof messageSources)[number];

/** What administrators see of a way. */
export interface ShownMessageAccount {
  way: Way;
  source: MessageSource;
  /** null: the default. */
  record: MessageAccount | null;
  /** Where the carrier tells what became of messages; null where it cannot reach the service, or tells nothing. */
  webhook_url: string | null;
  /** What Meta asks for when the address is entered there: in the answer to PUT alone. */
  verify_token: string | null;
}

/** The accounts of the context's tenant at carriers of messages. */
@Injectable()
export class MessageAccountService {
  private readonly key: Buffer;

  constructor(
    database: Database,
    private readonly accounts: MessageAccountRepository,
    private readonly carriers: MessageCarriers,
    private readonly addresses: MessageCallbackAddresses,
    private readonly guard: AddressGuard,
  ) {
    this.key = database.keyring.derivedKey('usaha message verify token');
  }

  /** The accounts that the tenant has set, in the order of the ways. */
  async list(ctx: Context): Promise<ShownMessageAccount[]> {
    const found = await this.accounts.everyOne(ctx);
    return ways.flatMap((way) =>
      found.filter((record) => record.way === way).map((record) => this.show(ctx, way, record)),
    );
  }

  /** @throws not_found for a text that is no way */
  async get(ctx: Context, way: string): Promise<ShownMessageAccount> {
    const known = wayOf(way);
    return this.show(ctx, known, await this.accounts.current(ctx, known));
  }

  /** The tenant's account of a way; null where it has none. */
  async accountOf(ctx: Context, way: Way): Promise<AccountSettings | null> {
    return (await this.accounts.current(ctx, way))?.account ?? null;
  }

  /** Replaces the account of a way. DNS is asked first. @throws not_found, invalid naming the field, conflict with another change */
  async set(ctx: Context, way: string, told: MessageAccountTold): Promise<ShownMessageAccount> {
    const known = wayOf(way);
    const account = settingsOf(known, told);
    await this.requireAllowed(account);
    const record = MessageAccount.of(known, account, told.price ?? 0);
    const former = await this.accounts.lockCurrent(ctx, known);
    if (former) this.accounts.remove(ctx, former);
    this.accounts.insert(ctx, record, 'create', () => conflict('way', messages.changedMeanwhile()));
    const verify_token = record.provider === 'meta' ? this.verifyToken(ctx.tenant_id) : null;
    return { ...this.show(ctx, known, record), verify_token };
  }

  /** The way has the operator's carrier again, outside production the outbox, else none. @throws not_found for a text that is no way */
  async remove(ctx: Context, way: string): Promise<ShownMessageAccount> {
    const known = wayOf(way);
    const former = await this.accounts.lockCurrent(ctx, known);
    if (former) this.accounts.remove(ctx, former);
    return this.show(ctx, known, null);
  }

  /** With what a tenant's callbacks of WhatsApp are entered at Meta: stable, since accounts are replaced. */
  verifyToken(tenant_id: string): string {
    return createHmac('sha256', this.key).update(tenant_id).digest('base64url').slice(0, 32);
  }

  private show({ tenant_id }: Context, way: Way, record: MessageAccount | null): ShownMessageAccount {
    const tells = record !== null && tellsLater(record.account);
    return {
      way,
      source: record ? 'own' : this.carriers.sourceOf(way),
      record,
      webhook_url: tells ? this.addresses.urlOf(tenant_id, way) : null,
      verify_token: null,
    };
  }

  private async requireAllowed({ provider, settings }: AccountSettings): Promise<void> {
    if (provider === 'smtp') return this.requireServer(settings.smtp_url);
    if (provider === 'http') return this.requireAddress('url', withoutPlaceholders(settings.url));
    if (settings.api_url === null) return;
    if (this.carriers.isProduction) throw invalid('api_url', messages.apiUrlInProduction());
    await this.requireAddress('api_url', settings.api_url);
  }

  private async requireAddress(field: string, url: string): Promise<void> {
    if (!URL.canParse(url)) throw invalid(field, messages.notUrl({ field }));
    if (!(await this.guard.isAllowed(url))) throw invalid(field, messages.addressRefused({ field }));
  }

  private async requireServer(smtp_url: string): Promise<void> {
    const server = smtpServerOf(smtp_url);
    if (!server || !(await this.guard.isHostAllowed(server.host)))
      throw invalid('smtp_url', messages.addressRefused({ field: 'smtp_url' }));
  }
}

/** @throws not_found for a text that is no way */
export function wayOf(text: string): Way {
  const found = ways.find((way) => way === text);
  if (!found) throw notFound(nouns.message_account);
  return found;
}

/** Whether a carrier tells later what became of a message. A mail server does so by letters, which are not read. */
const tellsLater = ({ provider, settings }: AccountSettings): boolean =>
  provider === 'http' ? settings.status_params !== null : provider !== 'smtp';
