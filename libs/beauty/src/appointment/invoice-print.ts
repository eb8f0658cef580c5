import { createHash } from 'node:crypto';
import type { BeautyAppointment } from './beauty-appointment.entity.js';

type Printed = Pick<
  BeautyAppointment,
  'lines' | 'products' | 'total_price' | 'discount_amount' | 'package_amount' | 'charged'
>;

/** What the invoice of a visit says, as a short text that is another one when that is: lines, prices, and what is charged. */
export function printOf({ lines, products, total_price, discount_amount, package_amount, charged }: Printed): string {
  const services = lines.map((line) => [line.service_name, line.price, line.tax_rate, line.sold_package_id]);
  const sold = products.map((one) => [one.product_name, one.quantity, one.unit_price, one.tax_rate]);
  const sums = [total_price, discount_amount, package_amount, charged];
  return createHash('sha256')
    .update(JSON.stringify([services, sold, sums]))
    .digest('base64url');
}
