import type { WaitingFor } from '@usaha/core';
import { qrSvg } from '../../../render/qr-svg.js';
import { field } from '../../../wire/field.js';

@field.record('What a payer needs, while the payment gateway waits for the payer')
export class WaitingView {
  @field.text('Way to pay', 'duitnow_qr') method!: string;
  @field.text('Payload of an EMV QR code that pays; null where the gateway has none', '00020201…6304A13F', {
    nullable: true,
  })
  qr!: string | null;
  @field.text('The same as a picture, SVG', '<svg xmlns="http://www.w3.org/2000/svg">…</svg>', {
    nullable: true,
    max: 60_000,
  })
  qr_svg!: string | null;
  @field.text('Page of the payment gateway at which the payer pays', 'https://gate.chip-in.asia/p/0198f3a2/', {
    nullable: true,
    max: 2_000,
  })
  redirect_url!: string | null;
  @field.instant('Until then it can be paid (UTC)') expires_at!: string;
}

/** null once the payer is waited for no more. */
export const waitingView = (waiting: WaitingFor | null): WaitingView | null =>
  waiting && {
    method: waiting.method,
    qr: waiting.qr,
    qr_svg: waiting.qr === null ? null : qrSvg(waiting.qr),
    redirect_url: waiting.redirect_url,
    expires_at: waiting.expires_at,
  };
