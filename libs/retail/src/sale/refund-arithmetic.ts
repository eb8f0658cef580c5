import { invalid, money, toSen } from '@usaha/shared';
import type { SoldLine } from './sale-line.entity.js';
import type { RefundedItem } from './sale-refund.entity.js';
import { messages } from '../messages.js';

/** The quantity of a product to give back. */
export interface RefundItem {
  product_id: string;
  quantity: number;
  reason?: string | null;
}

/** All that remains of a sale. */
export const remaining = (lines: readonly SoldLine[]): RefundItem[] => {
  const left = new Map<string, number>();
  for (const line of lines)
    left.set(line.product_id, (left.get(line.product_id) ?? 0) + line.quantity - line.refunded_quantity);
  return [...left].filter(([, quantity]) => quantity > 0).map(([product_id, quantity]) => ({ product_id, quantity }));
};

/**
 * Gives back parts of lines, in the order of the lines: amount = total × quantity / sold quantity, rounded half-up, and
 * the last part of a line is what remains of it, so that all parts together are the line's total. The lines are
 * changed. @throws invalid (a product that was not sold; more than sold and not given back yet)
 */
export function giveBack(lines: readonly SoldLine[], items: readonly RefundItem[]): RefundedItem[] {
  const sold = new Map<string, SoldLine[]>();
  for (const line of lines) {
    const of = sold.get(line.product_id);
    if (of) of.push(line);
    else sold.set(line.product_id, [line]);
  }
  return items.flatMap((item, i) => {
    const of = sold.get(item.product_id.toLowerCase());
    if (!of) throw invalid(`items.${i}.product_id`, messages.notSoldHere());
    const left = of.reduce((sum, line) => sum + line.quantity - line.refunded_quantity, 0);
    if (item.quantity > left)
      throw invalid(`items.${i}.quantity`, messages.leftToRefund({ sku: of[0]?.sku ?? '', left }));
    return parts(of, item);
  });
}

function parts(lines: readonly SoldLine[], { quantity, reason }: RefundItem): RefundedItem[] {
  let asked = quantity;
  const made: RefundedItem[] = [];
  for (const line of lines) {
    const part = Math.min(asked, line.quantity - line.refunded_quantity);
    if (asked === 0) break;
    if (part === 0) continue;
    asked -= part;
    made.push({ ...takeFrom(line, part), reason: reason ?? null });
  }
  return made;
}

function takeFrom(line: SoldLine, quantity: number): Omit<RefundedItem, 'reason'> {
  const left = {
    subtotal: money.add(line.subtotal, -line.refunded_subtotal),
    tax_amount: money.add(line.tax_amount, -line.refunded_tax),
    total: money.add(line.total, -line.refunded_total),
  };
  const isLast = line.refunded_quantity + quantity === line.quantity;
  const share = (amount: number): number => money.share(amount, quantity, line.quantity);
  const amount = isLast ? left.total : Math.min(share(line.total), left.total);
  const tax = isLast ? left.tax_amount : Math.min(share(line.tax_amount), left.tax_amount, amount);
  const subtotal = Math.min(money.add(amount, -tax), left.subtotal);
  const tax_amount = money.add(amount, -subtotal);
  line.refunded_quantity += quantity;
  line.refunded_subtotal = money.add(line.refunded_subtotal, subtotal);
  line.refunded_tax = money.add(line.refunded_tax, tax_amount);
  line.refunded_total = money.add(line.refunded_total, amount);
  const { product_id, product_name, sku, tax_rate } = line;
  return { line: line.line, product_id, product_name, sku, quantity, tax_rate, subtotal, tax_amount, amount };
}

/**
 * Loyalty points that go back with a refund: the rest fits the amount kept of the sale.
 * @param net the sale before tax @param given_back of it, this refund included, before tax
 */
export function pointsToReturn(
  { points_earned, points_returned }: { points_earned: number; points_returned: number },
  net: number,
  given_back: number,
): number {
  const [whole, kept] = [toSen(net), toSen(money.add(net, -given_back))];
  const keeps = whole === 0n ? 0 : Number((BigInt(points_earned) * kept) / whole);
  return Math.max(0, points_earned - keeps - points_returned);
}
