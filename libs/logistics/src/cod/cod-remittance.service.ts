import { Injectable } from '@nestjs/common';
import { conflict, notFound, type Context, type Page, type PageRequest } from '@usaha/shared';
import { DriverRepository } from '../driver/driver.repository.js';
import { messages, nouns } from '../messages.js';
import { CodRemittance } from './cod-entry.entities.js';
import { CodRemittanceRepository } from './cod-remittance.repository.js';

/** The particulars of cash that is handed in. */
export interface NewRemittance {
  /** MYR. */
  amount: number;
  /** Today in Malaysia unless given. */
  date?: string | null;
  note?: string | null;
}

/** A remittance, and what the driver still holds. */
export interface Remitted {
  remittance: CodRemittance;
  /** MYR: all that was collected less all that was handed in. */
  held_amount: number;
}

/**
 * Cash on delivery that drivers hand in. More than is recorded as collected is taken: parcels that were delivered without a
 * recorded amount bring cash too, and the till must show what is in it. A driver who was deleted, or whose data were erased, hands in
 * as before; nothing is written about an erased one.
 */
@Injectable()
export class CodRemittanceService {
  constructor(
    private readonly drivers: DriverRepository,
    private readonly remittances: CodRemittanceRepository,
  ) {}

  /** @throws not_found; invalid for an amount that cannot be kept and a day that has not come; conflict for a note about an erased driver */
  async record(ctx: Context, driver_id: string, { amount, date, note }: NewRemittance): Promise<Remitted> {
    // Parallel remittances of a driver wait here, so that each answer tells what is held after it.
    const { id: holder, is_erased } = await this.drivers.lockAccount(ctx, driver_id);
    if (is_erased && note?.trim()) throw conflict('note', messages.noNoteOfErased());
    const said = { amount, date, note, recorded_by: ctx.actor?.user_id ?? null };
    const remittance = CodRemittance.of(holder, said, ctx.now);
    this.remittances.insert(ctx, remittance);
    return { remittance, held_amount: await this.remittances.heldBy(ctx, holder) };
  }

  /** What a driver handed in, the last recorded first, void remittances too. @throws not_found */
  async list(ctx: Context, driver_id: string, page: PageRequest): Promise<Page<CodRemittance>> {
    const driver = await this.drivers.findWithDeleted(ctx, driver_id);
    if (!driver) throw notFound(nouns.driver);
    return this.remittances.list(ctx, { driver_id: driver.id }, page);
  }

  /** Makes a remittance void: the driver holds its amount again. The reason is not kept of an erased driver. @throws not_found; conflict when it is void already */
  async void(ctx: Context, driver_id: string, id: string, reason: string): Promise<Remitted> {
    const { id: holder, is_erased } = await this.drivers.lockAccount(ctx, driver_id);
    const remittance = await this.remittances.lock(ctx, id);
    if (remittance.driver_id !== holder) throw notFound(nouns.cod_remittance);
    remittance.void(is_erased ? null : reason, ctx.now);
    this.remittances.save(ctx, remittance, 'void');
    return { remittance, held_amount: await this.remittances.heldBy(ctx, holder) };
  }
}
