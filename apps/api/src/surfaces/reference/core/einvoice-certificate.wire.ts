import type { CertificateFacts } from '@usaha/core';
import { field } from '../../../wire/field.js';
import { plainView } from '../../../wire/view.js';

const MOST_PEM = 20_000;

/** PUT /api/v1/einvoices/settings/certificate/. */
export class CertificateBody {
  @field.text('Certificate (PEM)', '-----BEGIN CERTIFICATE-----\nMIIFlDCC…', { max: MOST_PEM }) certificate!: string;
  @field.text('Its private key (PEM, PKCS #8); never shown', '-----BEGIN PRIVATE KEY-----\nMIIEvQIB…', {
    max: MOST_PEM,
  })
  private_key!: string;
  @field.text('Passphrase of the key, where it is encrypted; not kept', 'a passphrase', { optional: true, max: 1_000 })
  passphrase?: string | null;
}

@field.record('The certificate with which a business signs its e-invoices (A-527)')
export class CertificateView {
  @field.text('Subject', 'C=MY, O=Kedai Pak Din, CN=Kedai Pak Din', { max: 2_000 }) subject!: string;
  @field.text('Issuer', 'C=MY, O=LHDNM, CN=Trial LHDNM Sub CA V1', { max: 2_000 }) issuer!: string;
  @field.text('Serial number in decimals', '162880276254639189035871514749820882117') serial_number!: string;
  @field.instant('Begin (UTC)') not_before!: Date;
  @field.instant('End (UTC)') not_after!: Date;
  @field.text('SHA-256 of the certificate (DER), in hexadecimal digits', '28a0524f…') sha256!: string;
}

export const certificateView = plainView<CertificateFacts, CertificateView>(CertificateView);
