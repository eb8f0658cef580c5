import type { AskedPayload, StoredDuitNowQr } from '@usaha/core';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { tagOf, TAG, type Tagged } from '../../../wire/present.js';
import { plainView } from '../../../wire/view.js';

/** PayNet's example 1, and the same with its amount. */
const STATIC =
  '00020201021126410014A0000006150001010650166402091234567895204999953034585802MY5909QRCSDNBHD6005BANGI6304184A';
const ASKING =
  '00020201021126410014A000000615000101065016640209123456789520499995303458540510.005802MY5909QRCSDNBHD6005BANGI6304343F';
/** Modules of a QR code are written one by one. */
const LONGEST_SVG = 200_000;
/** Characters of the text of a code. */
const LONGEST_PAYLOAD = 512;
/** Raised when the shape of the view changes. */
const REVISION = 1;

/** GET /api/v1/payment-account/duitnow-qr/. */
export class DuitNowQrQuery {
  @param.money('An amount in ringgit, in whole sen, from 0.01: the answer has the code for it', 10) amount?: number;
}

/** PUT /api/v1/payment-account/duitnow-qr/. */
export class DuitNowQrBody {
  @field.text('Text of the static DuitNow QR that your bank gave you', STATIC, { max: LONGEST_PAYLOAD })
  payload!: string;
}

@field.record('The static DuitNow QR of a business (A-468)')
export class DuitNowQrView {
  @field.text('Name of the business in the code (tag 59)', 'QRCSDNBHD') merchant_name!: string;
  @field.text('Town of the business in the code (tag 60)', 'BANGI') merchant_city!: string;
  @field.text('Number of the bank or e-wallet', '501664') acquirer_id!: string;
  @field.text('Merchant category code (tag 52)', '9999') category!: string;
  @field.flag('Whether the code is that of a person (category 0000)', false) personal!: boolean;
  @field.flag('Whether an amount can be put into it: not with a hash (tag 82) or an amount already (tag 54)', true)
  amount_can_be_added!: boolean;
}

@field.record('The static DuitNow QR of a business, and with `amount` the code for that amount (A-468)')
export class AskedDuitNowQrView extends DuitNowQrView {
  @field.text('Text of the code; null without `amount`', ASKING, { max: 600, nullable: true }) payload!: string | null;
  @field.text(
    'The code as SVG; null without `amount`',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 57 57"></svg>',
    { max: LONGEST_SVG, nullable: true },
  )
  qr_svg!: string | null;
  @field.flag('Whether the code asks for the amount, or the payer types it; null without `amount`', true, {
    nullable: true,
  })
  amount_included!: boolean | null;
}

const view = plainView<StoredDuitNowQr['payload'], DuitNowQrView>(DuitNowQrView);

export function duitNowQrView({ record, payload }: StoredDuitNowQr): DuitNowQrView & Tagged {
  return Object.assign(view(payload), { [TAG]: () => tagOf(REVISION, record.version) });
}

/** The code for an amount, and as it is drawn. */
export interface DrawnDuitNowQr extends AskedPayload {
  qr_svg: string;
}

/** @param asked null where no amount was asked for */
export function askedDuitNowQrView(
  { record, payload }: StoredDuitNowQr,
  asked: DrawnDuitNowQr | null,
): AskedDuitNowQrView & Tagged {
  const code = asked ?? { payload: null, qr_svg: null, amount_included: null };
  const tag = (): string => tagOf(REVISION, record.version, asked ? [asked.payload] : []);
  return Object.assign(view(payload), { ...code, [TAG]: tag });
}
