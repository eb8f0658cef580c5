import { SaleRefund, giveBack, pointsToReturn, remaining, type RefundItem, type Sale } from '@usaha/retail';
import { money, newId } from '@usaha/shared';
import type { DemoRandom } from '../core/demo-random.js';

const reasons = ['Rosak', 'Salah saiz', 'Tukar fikiran', 'Tamat tempoh'];

/** Of sales that could be given back in part, how many are. */
const PARTLY = 0.6;

/**
 * Gives back a sale, whole or one piece of it, as `RefundService` does; the sale and its lines are changed. The credit
 * note's number is the caller's.
 * @param points_left the customer's balance: no more can be taken back
 */
export function refundOf(
  sale: Sale,
  at: Date,
  { random, points_left }: { random: DemoRandom; points_left: number },
): SaleRefund {
  const reason = random.pick(reasons);
  const items = itemsOf(sale, random).map((item) => ({ ...item, reason }));
  const made = giveBack(sale.lines, items);
  const amount = money.add(...made.map((item) => item.amount));
  const net = money.add(...sale.lines.map((line) => line.subtotal));
  const given_back = money.add(...sale.lines.map((line) => line.refunded_subtotal));
  const points_returned = Math.min(pointsToReturn(sale, net, given_back), points_left);
  sale.giveBack(amount, points_returned);
  sale.version += 1;
  sale.updated_at = at;
  return Object.assign(new SaleRefund(), {
    id: newId(at),
    created_at: at,
    position: sale.refunds_made,
    sale_id: sale.id,
    refund_method: sale.payment_method,
    items: made,
    subtotal: money.add(...made.map((item) => item.subtotal)),
    tax_amount: money.add(...made.map((item) => item.tax_amount)),
    amount,
    points_returned,
  });
}

function itemsOf(sale: Sale, random: DemoRandom): RefundItem[] {
  const all = remaining(sale.lines);
  const isDivisible = all.length > 1 || all.some(({ quantity }) => quantity > 1);
  return isDivisible && random.chance(PARTLY) ? [{ ...random.pick(all), quantity: 1 }] : all;
}
