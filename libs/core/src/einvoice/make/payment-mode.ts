import { groupKey } from '@usaha/shared';
import { paymentMethodAliases } from '@usaha/shared/malaysia';

/** Codes of ways to pay that are known; of a card of which no more is known there is none. */
const modes: Readonly<Record<string, string>> = {
  cash: '01',
  cheque: '02',
  bank_transfer: '03',
  fpx: '03',
  duitnow: '03',
  credit_card: '04',
  debit_card: '05',
  e_wallet: '06',
  touch_n_go: '06',
  grabpay: '06',
};

const loose = (text: string): string => groupKey(text).replace(/[\s_'’-]+/g, '');

const byName = new Map(
  Object.entries(modes).flatMap(([name, mode]) =>
    [name, ...(paymentMethodAliases[name] ?? [])].map((said) => [loose(said), mode] as const),
  ),
);

/** The code of a way to pay as it was recorded; null where it is not known. */
export const paymentModeOf = (method: string | null): string | null =>
  method === null ? null : (byName.get(loose(method)) ?? null);
