import { emvPayload, tlv } from './emv-payload.js';

/** AID of DuitNow QR, and an acquirer that no bank takes: a payer's bank refuses the code. */
const AID = 'A0000006150001';
const NO_ACQUIRER = '000000';

/** Texts of a QR code: what the bank's apps can show. */
const plain = (text: string, most: number, otherwise: string): string => {
  const kept = text
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .trim()
    .slice(0, most)
    .trim();
  return kept === '' ? otherwise : kept;
};

/** A dynamic DuitNow QR of the sandbox: right in every byte, and payable at no bank. @param amount in MYR */
export const sandboxQr = (attempt_id: string, amount: number, business: string): string =>
  emvPayload([
    ['00', '01'],
    ['01', '12'],
    [
      '26',
      tlv([
        ['00', AID],
        ['01', NO_ACQUIRER],
        ['02', 'SANDBOX'],
      ]),
    ],
    ['52', '9999'],
    ['53', '458'],
    ['54', amount.toFixed(2)],
    ['58', 'MY'],
    ['59', plain(business, 25, 'SANDBOX')],
    ['60', 'KUALA LUMPUR'],
    ['62', tlv([['05', attempt_id.replaceAll('-', '').slice(-25)]])],
  ]);
