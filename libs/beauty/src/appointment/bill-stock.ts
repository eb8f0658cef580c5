import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { BeautyStockKeeper } from '../product/stock-keeper.js';
import type { BeautyAppointment } from './beauty-appointment.entity.js';
import type { BilledProduct } from './billed-products.js';

/** Units of one product on a bill. */
type Claim = Pick<BilledProduct, 'claimed' | 'taken'>;

const NONE: Claim = { claimed: 0, taken: 0 };

/** Stock follows the bills of visits: products on the bill of a completed one have left it. */
@Injectable()
export class BillStock {
  constructor(private readonly stock: BeautyStockKeeper) {}

  /**
   * Takes what is on the bill of a completed visit and was not taken yet, and puts back what is there no more.
   * @param had the products that the bill had before
   */
  async follow(ctx: Context, appointment: BeautyAppointment, had: readonly BilledProduct[]): Promise<void> {
    const { products, is_completed } = appointment;
    const before = new Map<string, Claim>();
    for (const { product_id, claimed, taken } of had) {
      const known = before.get(product_id) ?? NONE;
      before.set(product_id, { claimed: known.claimed + claimed, taken: known.taken + taken });
    }
    const now = new Map<string, number>();
    for (const { product_id, quantity } of is_completed ? products : [])
      now.set(product_id, (now.get(product_id) ?? 0) + quantity);
    const moves = new Map(
      [...new Set([...before.keys(), ...now.keys()])].map((id) => [
        id,
        moveOf(before.get(id) ?? NONE, now.get(id) ?? 0),
      ]),
    );
    const moved = await this.stock.sell(ctx, appointment.id, moves);
    const seen = new Set<string>();
    for (const one of products) {
      const { product_id: id } = one;
      const isFirst = !seen.has(id);
      seen.add(id);
      one.claimed = isFirst ? (now.get(id) ?? 0) : 0;
      one.taken = isFirst ? (before.get(id) ?? NONE).taken + (moved.get(id) ?? 0) : 0;
    }
  }
}

/** Whole units to take, below 0 to put back: what was short is not taken later. */
const moveOf = ({ claimed, taken }: Claim, wanted: number): number =>
  wanted > claimed ? wanted - claimed : 0 - Math.max(0, taken - wanted);
