import { param } from '../../wire/param.js';

/** `qr` of documents that may still be owed. */
export const qrParam = (): PropertyDecorator =>
  param.flag('Whether the DuitNow QR of the business is printed for what is open; default true (A-468)', false);

/** GET of such a document. */
export class QrQuery {
  @qrParam() qr?: boolean;
}
