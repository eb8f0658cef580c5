import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { MessageCarriers, type MessageCarrier } from '../message/message-carrier.js';
import type { Way } from '../message/template.js';
import { MessageAccountRepository } from './message-account.repository.js';
import type { MessageAccount } from './message-account.entity.js';

/** The carrier of a way for a tenant. */
export interface CarrierOfTenant {
  carrier: MessageCarrier;
  /** The tenant's account; null: the operator's carrier, or the outbox. */
  account: MessageAccount | null;
  /** Ringgit that a message of some parts costs, to the sen. */
  costOf: (parts: number) => number;
}

/** The carriers of one tenant, as they were read: its accounts, else the installation's. */
export class CarriersOfTenant {
  constructor(
    private readonly installation: MessageCarriers,
    private readonly accounts: ReadonlyMap<Way, MessageAccount>,
  ) {}

  /** Whether something goes that way. */
  has(way: Way): boolean {
    return this.hasOwn(way) || this.installation.of(way) !== null;
  }

  /** Whether the tenant has an account of the way. */
  hasOwn(way: Way): boolean {
    return this.accounts.has(way);
  }

  /** null where nothing goes that way. */
  of(way: Way): CarrierOfTenant | null {
    const account = this.accounts.get(way) ?? null;
    const carrier = account ? this.installation.made(account.account) : this.installation.of(way);
    if (!carrier) return null;
    const price = account?.price ?? this.installation.priceOf(way);
    return { carrier, account, costOf: (parts) => Math.round(price * (way === 'sms' ? parts : 1) * 100) / 100 };
  }
}

/** Reads which carriers a tenant has. */
@Injectable()
export class TenantCarriers {
  constructor(
    private readonly installation: MessageCarriers,
    private readonly accounts: MessageAccountRepository,
  ) {}

  async of(ctx: Context): Promise<CarriersOfTenant> {
    const found = await this.accounts.everyOne(ctx);
    return new CarriersOfTenant(this.installation, new Map(found.map((account) => [account.way, account])));
  }

  /** The carrier of an account has taken a message. */
  verify(ctx: Context, { id, verified_at }: MessageAccount): void {
    if (verified_at === null) this.accounts.verify(ctx, id);
  }
}
