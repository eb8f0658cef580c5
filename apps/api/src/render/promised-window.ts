import type { Shipment } from '@usaha/logistics';
import { printedDay } from '@usaha/shared';

/** The day on which a delivery is promised, and the hours that were agreed on: 15/12/2026, 09:00–12:00; null where neither was. */
export function promisedWindow({
  delivery_date,
  delivery_time_window: window,
}: Pick<Shipment, 'delivery_date' | 'delivery_time_window'>): string | null {
  const [from, to] = [window?.start, window?.end].map((time) => time?.slice(0, 5) ?? '');
  const hours = from === '' && to === '' ? null : `${from}–${to}`;
  return [delivery_date && printedDay(delivery_date), hours].filter((part) => part !== null).join(', ') || null;
}
