/** The static DuitNow QR of a business: what other folders and the application use of it. */
export { DuitNowPayload, type AskedPayload } from './duitnow-payload.js';
export { DuitNowQr } from './duitnow-qr.entity.js';
export {
  DuitNowQrService,
  assertSen,
  printedDuitNowQr,
  type PrintedDuitNowQr,
  type StoredDuitNowQr,
} from './duitnow-qr.service.js';
export { crcOf, readEmvFields, writeEmvCode, type EmvField } from './emv-fields.js';
