import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { UtilsService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, NotIdempotent, Tenantless } from '../../wire/permissions.js';
import { Acts } from '../../wire/route.js';
import { sstTable } from './sst-table.js';
import {
  PhoneBody,
  PhoneView,
  RegistrationBody,
  RegistrationView,
  SstBody,
  SstView,
  phoneView,
  registrationView,
  sstView,
} from './utils.wire.js';

@ApiTags('utils')
@Controller('api/v1/utils')
export class ReferenceUtilsController {
  constructor(private readonly utils: UtilsService) {}

  @Acts('validate-phone', PhoneView, {
    summary: 'Validate a telephone number',
    description:
      'Any text is judged; one that is no Malaysian number is a result, not an error (A-86). Valid are numbers with +60, 60 or the trunk 0, and special numbers such as 1800. The carrier is a guess from the number: it may have been ported.',
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  validatePhone(@Ctx() ctx: Context, @Body() { phone_number }: PhoneBody) {
    return phoneView(this.utils.validatePhone(ctx, phone_number));
  }

  @Acts('calculate-sst', SstView, {
    summary: 'Calculate sales and service tax',
    description: [
      "At today's rate in Malaysia for the kind of service, which is a fraction: 0.06 means 6 percent (A-85). The tax is rounded half-up to the sen, and total is exactly subtotal plus sst_amount. Whether the business is registered to charge the tax is not asked. The kinds of service, in whatever case:",
      sstTable,
    ].join('\n\n'),
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  calculateSst(@Ctx() ctx: Context, @Body() { amount, service_type }: SstBody) {
    return sstView(this.utils.calculateSst(ctx, amount, service_type));
  }

  @Acts('validate-registration', RegistrationView, {
    summary: 'Validate a business registration number',
    description:
      "By its form: the 12 digits of today, the older numbers of companies and businesses, and those of limited liability partnerships (A-87). Any other text is a result, not an error. No register is asked: the name is given only for one's own tenant.",
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  async validateRegistration(@Ctx() ctx: Context, @Body() { registration_number }: RegistrationBody) {
    return registrationView(await this.utils.validateRegistration(ctx, registration_number));
  }
}
