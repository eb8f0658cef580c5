import { Body, Controller } from '@nestjs/common';
import { EinvoiceCheckService, EinvoiceSettingsService } from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { ReadIn } from '../../../wire/language.decorator.js';
import { Needs, SessionOnly } from '../../../wire/permissions.js';
import { Acts, Addition, Changes, Reads } from '../../../wire/route.js';
import { EinvoiceCheckView, einvoiceCheckView } from './einvoice-check.wire.js';
import { EinvoiceSettingsPatch, EinvoiceSettingsView, einvoiceSettingsView } from './einvoice-settings.wire.js';

@ApiTags('einvoices')
@Controller('api/v1/einvoices/settings')
export class ReferenceEinvoiceSettingsController {
  constructor(
    private readonly settings: EinvoiceSettingsService,
    private readonly checks: EinvoiceCheckService,
  ) {}

  @Reads('', EinvoiceSettingsView, {
    summary: 'Read the settings of e-invoices',
    description:
      'For managers. `seller` is the business as documents name it: where the settings have nothing, as the tenant has it. `problems` says what is in the way of sending, and `simulated` which fields have a test value of the simulator (A-512).',
  })
  @Needs('einvoice_settings.read')
  @SessionOnly()
  @Addition()
  async get(@Ctx() ctx: Context, @ReadIn() language: Language) {
    return einvoiceSettingsView(language)(await this.settings.get(ctx));
  }

  @Changes('', EinvoiceSettingsView, {
    summary: 'Change the settings of e-invoices',
    description:
      'For administrators. Absent fields and parts of the address are unchanged, null clears. Codes that are in no list of MyInvois are 400 naming the field (`address.state`). Outside the simulator, e-invoices are enabled once nothing is in the way: otherwise 400 names all that is. In production there is a simulator only where the operator allows it (A-512, A-513).',
  })
  @Needs('einvoice_settings.administer')
  @SessionOnly()
  @Addition()
  async update(@Ctx() ctx: Context, @Body() body: EinvoiceSettingsPatch, @ReadIn() language: Language) {
    return einvoiceSettingsView(language)(await this.settings.update(ctx, body));
  }

  @Acts('check', EinvoiceCheckView, {
    summary: 'Try the credentials of e-invoices',
    description:
      'For administrators. Signs in at MyInvois, and sends nothing else. `problems` says what is in the way of sending (A-512).',
  })
  @Needs('einvoice_settings.administer')
  @SessionOnly()
  @Addition()
  async check(@Ctx() ctx: Context, @ReadIn() language: Language) {
    return einvoiceCheckView(language)(await this.checks.check(ctx));
  }
}
