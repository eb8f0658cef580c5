import { Body, Controller } from '@nestjs/common';
import { EinvoiceCertificateService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Addition, Changes, Deletes } from '../../../wire/route.js';
import { DeletedView, deleted } from '../reference.js';
import { CertificateBody, CertificateView, certificateView } from './einvoice-certificate.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/settings/certificate')
export class ReferenceEinvoiceCertificateController {
  constructor(private readonly certificates: EinvoiceCertificateService) {}

  @Changes('', CertificateView, {
    summary: 'Set the certificate of e-invoices',
    description:
      'For administrators. Takes an RSA certificate of at least 2048 bits that is in force, with a serialNumber in its subject and the TIN of the business as organizationIdentifier, and its private key: otherwise 400 names certificate or private_key. The key is kept sealed and never shown. Documents are signed from signed_from on (A-527).',
  })
  @Needs('einvoice_settings.administer')
  @SessionOnly()
  @Addition()
  async set(@Ctx() ctx: Context, @Body() body: CertificateBody) {
    return certificateView(await this.certificates.set(ctx, body));
  }

  @Deletes('', DeletedView, {
    summary: 'Remove the certificate of e-invoices',
    description: 'For administrators. Documents are no longer signed. 404 without a certificate (A-527).',
  })
  @Needs('einvoice_settings.administer')
  @SessionOnly()
  @Addition()
  async remove(@Ctx() ctx: Context) {
    return deleted(await this.certificates.remove(ctx));
  }
}
