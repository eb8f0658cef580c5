import type { PayPage } from '@usaha/core';
import { payCodes } from './pay-codes.js';

const withSvg = (text: string | null): { qr_svg: string | null } => ({
  qr_svg: text === null ? null : payCodes.svgOf(text),
});

/** What the link of a payment request shows, for programs. */
export function payJson({ origins: _, waiting, duitnow_qr, ...page }: PayPage) {
  const { business, document_number, description, amount, status, methods, expires_at, paid_at, receipt_number } = page;
  return {
    business,
    document_number,
    description,
    amount,
    currency: 'MYR',
    status,
    methods,
    waiting: waiting && { ...waiting, ...withSvg(waiting.qr) },
    duitnow_qr: duitnow_qr && { ...duitnow_qr, ...withSvg(duitnow_qr.payload) },
    expires_at,
    paid_at,
    receipt_number,
  };
}
