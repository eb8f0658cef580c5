import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { RateWindowTable } from '../../api-key/rate-window.table.js';
import { messages } from '../einvoice.messages.js';
import { EinvoiceSettingsRepository } from '../einvoice-settings.repository.js';
import { readIdValue, readTin, type IdType } from '../party-fields.js';
import { EinvoiceConnections } from '../sending/einvoice-connections.js';
import { TaxpayerTable, type AskedTaxpayer } from './taxpayer.table.js';

/** Questions that a tenant may ask in a minute. */
export const MOST_TIN_CHECKS = 20;
/** The window of a tenant's questions: it is the id of no API key. */
const TIN_CHECKS = '00000000-0000-7000-8000-000000000517';

/** A TIN and a number of identity as a request has them. */
export interface ToldTaxpayer {
  tin: string;
  id_type: IdType;
  id_value: string;
}

/** Whether MyInvois knows a TIN. */
export interface CheckedTin {
  /** As MyInvois spells it. */
  tin: string;
  /** null: no answer came. */
  known: boolean | null;
  checked_at: Date;
  /** Whether an earlier answer was repeated. */
  cached: boolean;
}

/** Asks MyInvois whether a TIN and a number of identity belong together. */
@Injectable()
export class TinCheckService {
  constructor(
    private readonly settings: EinvoiceSettingsRepository,
    private readonly connections: EinvoiceConnections,
    private readonly taxpayers: TaxpayerTable,
    private readonly windows: RateWindowTable,
  ) {}

  /**
   * An answer is kept for 30 days, for one day where the TIN is unknown. No transaction is open while MyInvois is asked.
   * @throws invalid naming the field; too_many for the 21st question of the tenant in a minute
   */
  async check(ctx: Context, told: ToldTaxpayer): Promise<CheckedTin> {
    const tin = readTin('tin', told.tin);
    const id_value = readIdValue('id_value', told.id_type, told.id_value);
    const record = await this.settings.find(ctx, ctx.tenant_id);
    const asked: AskedTaxpayer = {
      environment: record?.environment ?? 'simulator',
      tin,
      id_type: told.id_type,
      id_value,
    };
    const [kept] = await Promise.all([this.taxpayers.find(ctx, asked), this.count(ctx)]);
    if (kept) return { tin, ...kept, cached: true };
    await ctx.db.commitAndContinue();
    const known = await this.ask(ctx, asked);
    if (known !== null) this.taxpayers.keep(ctx, asked, known);
    return { tin, known, checked_at: ctx.now, cached: false };
  }

  /** null where no answer came, or the tenant's sending rests. */
  private async ask({ tenant_id, now }: Context, { tin, id_type, id_value }: AskedTaxpayer): Promise<boolean | null> {
    const connection = await this.connections.of(tenant_id, now);
    const answer = await connection?.call((client, token) => client.isKnown(token, tin, id_type, id_value));
    return answer?.outcome === 'done' ? answer.value : null;
  }

  /** Counts in the context's transaction: all instances count together. */
  private async count(ctx: Context): Promise<void> {
    const { taken, remaining_ms } = await this.windows.takeWithin(ctx, TIN_CHECKS, 1);
    if (taken <= MOST_TIN_CHECKS) return;
    const retry_after = Math.max(1, Math.ceil(remaining_ms / 1000));
    throw new DomainError('too_many', messages.tooManyTinChecks({ most: MOST_TIN_CHECKS }), { retry_after });
  }
}
