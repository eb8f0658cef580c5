import { X509Certificate } from 'node:crypto';
import { messages } from './einvoice.messages.js';
import type { EinvoiceSettings } from './einvoice-settings.entity.js';
import type { EinvoiceProblem } from './seller.js';
import { valuesOf } from './signature/distinguished-name.js';
import { certificateFacts, type CertificateFacts } from './signature/signing-certificate.js';

type Signing = Pick<EinvoiceSettings, 'certificate' | 'signed_from'>;

/** The version of documents of a day (YYYY-MM-DD): 1.1 is signed. */
export const versionOf = ({ certificate, signed_from }: Signing, day: string): '1.0' | '1.1' =>
  certificate !== null && (signed_from === null || signed_from <= day) ? '1.1' : '1.0';

/** null without a certificate. */
export const factsOf = ({ certificate }: Signing): CertificateFacts | null =>
  certificate === null ? null : certificateFacts(new X509Certificate(certificate));

/** Why a certificate can no longer sign: its time is over, or the business has another TIN by now. */
export function certificateProblems({ certificate }: Signing, tin: string | null, now: Date): EinvoiceProblem[] {
  if (certificate === null) return [];
  const read = new X509Certificate(certificate);
  const isOver = certificateFacts(read).not_after < now;
  const isOfTin = tin !== null && valuesOf(read.subject, 'organizationIdentifier', '2.5.4.97').includes(tin);
  return [
    ...(isOver
      ? [{ code: 'CERTIFICATE_EXPIRED' as const, field: 'certificate', message: messages.certificateOver() }]
      : []),
    ...(isOfTin ? [] : [{ code: 'CERTIFICATE_OF_ANOTHER' as const, field: 'tin', message: messages.tinOfAnother() }]),
  ];
}
