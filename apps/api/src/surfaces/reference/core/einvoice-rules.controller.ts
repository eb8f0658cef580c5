import { Controller } from '@nestjs/common';
import { ApiTags } from '../../../wire/for-documents.js';
import { Addition, Reads } from '../../../wire/route.js';
import { EinvoiceRulesView, einvoiceRulesView } from './einvoice-rules.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/rules')
export class ReferenceEinvoiceRulesController {
  @Reads('', EinvoiceRulesView, {
    summary: 'Read the rules of e-invoices',
    description:
      'The dated tables of the tax board as the service follows them, with their sources (A-511). No sale is refused because of them.',
  })
  @Addition()
  get() {
    return einvoiceRulesView();
  }
}
