import { Injectable } from '@nestjs/common';
import { invalid, type Context, type Message } from '@usaha/shared';
import { TenantRepository } from '../tenant/tenant.repository.js';
import { messages } from './einvoice.messages.js';
import type { EinvoiceSettings } from './einvoice-settings.entity.js';
import { EinvoiceSettingsRepository } from './einvoice-settings.repository.js';
import { toldSeller } from './seller.js';
import { isOpenable } from './signature/key-encryption.js';
import {
  certificateFacts,
  readSigningCertificate,
  type CertificateFacts,
  type CertificateFault,
} from './signature/signing-certificate.js';

/** A certificate and its key as they are sent, both PEM. */
export interface ToldCertificate {
  certificate: string;
  /** PKCS #8. */
  private_key: string;
  passphrase?: string | null;
}

type Field = 'certificate' | 'private_key';
const faults: Readonly<Record<CertificateFault, [field: Field, message: (values: { field: string }) => Message]>> = {
  certificate_unreadable: ['certificate', messages.noCertificate],
  private_key_unreadable: ['private_key', messages.noPrivateKey],
  not_rsa: ['certificate', messages.certificateNotRsa],
  too_short: ['certificate', messages.certificateNotRsa],
  no_pair: ['private_key', messages.noPair],
  not_in_force: ['certificate', messages.certificateNotInForce],
  no_serial_number: ['certificate', messages.certificateWithoutNumber],
  other_tin: ['certificate', messages.certificateOfAnother],
};

/** The certificate with which the context's tenant signs its e-invoices. */
@Injectable()
export class EinvoiceCertificateService {
  constructor(
    private readonly settings: EinvoiceSettingsRepository,
    private readonly tenants: TenantRepository,
  ) {}

  /** Takes the place of the one before. @throws invalid naming certificate or private_key */
  async set(ctx: Context, told: ToldCertificate): Promise<CertificateFacts> {
    const [record, tenant] = await Promise.all([this.settings.lockOrMake(ctx), this.tenants.get(ctx, ctx.tenant_id)]);
    if (!isOpenable(told.private_key)) throw faultOf('private_key_unreadable');
    const read = readSigningCertificate(told, toldSeller(record, tenant).seller.tin, ctx.now);
    if (typeof read === 'string') throw faultOf(read);
    const facts = certificateFacts(read.certificate);
    record.certify({
      certificate: read.certificate.toString(),
      private_key: read.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      until: facts.not_after,
    });
    this.settings.save(ctx, record, 'certify');
    return facts;
  }

  /** @throws not_found where there is none */
  async remove(ctx: Context): Promise<EinvoiceSettings> {
    const record = await this.settings.lockCertified(ctx);
    record.uncertify();
    return this.settings.save(ctx, record, 'uncertify');
  }
}

function faultOf(fault: CertificateFault): Error {
  const [field, message] = faults[fault];
  return invalid(field, message({ field }));
}
