import { Entity } from 'typeorm';
import { TenantRecord, columns } from '@usaha/shared';
import { payMethods, type PayMethod } from './outcome.js';

export const sandboxStatuses = ['waiting', 'paid', 'refused', 'expired', 'abandoned'] as const;
export type SandboxStatus = (typeof sandboxStatuses)[number];

/** What the payer's page shows, and where it leads. */
export interface SandboxDetails {
  business: string;
  description: string;
  return_url: string | null;
  callback_url: string | null;
  keep_card: boolean;
}

/** An attempt that waits in the sandbox's book for a payer: its id is the attempt's. It is the outside world's, not ours. */
@Entity({ schema: 'core', name: 'sandbox_payments' })
export class SandboxPayment extends TenantRecord {
  /** null: the payer chooses at the gateway, here as if by card. */
  @columns.choice(payMethods, { nullable: true }) method: PayMethod | null = null;
  @columns.money() amount!: number;
  @columns.text() currency!: string;
  @columns.choice(sandboxStatuses) status: SandboxStatus = 'waiting';
  @columns.text({ nullable: true }) reason: string | null = null;
  @columns.instant({ nullable: true }) paid_at: Date | null = null;
  /** Whether it was paid after it had ended, as slow banks do. */
  @columns.flag({ default: false }) is_late = false;
  @columns.instant() expires_at!: Date;
  @columns.sealedValue<SandboxDetails | null>(() => null) sealed_details: SandboxDetails | null = null;

  /** The state as of `now`: an attempt expires without an action. */
  statusAt(now: Date): SandboxStatus {
    return this.status === 'waiting' && this.expires_at <= now ? 'expired' : this.status;
  }
}
