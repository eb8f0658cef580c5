import type { Setting } from '@usaha/core';

const LAST = 31;

const isDay = (given: unknown): given is number =>
  typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= LAST;

/** A whole day of the month, 1 to 31: in shorter months their last. null unless set: then the service makes no invoices by itself. */
export const invoiceDay: Setting<number | null> = {
  shape: { type: 'number', from: 1, to: LAST, fallback: null },
  fits: isDay,
  read: (given) => (isDay(given) ? given : null),
};
