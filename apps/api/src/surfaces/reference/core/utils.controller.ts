import { Body, Controller } from '@nestjs/common';
import { UtilsService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, Tenantless } from '../../../wire/permissions.js';
import { Acts } from '../../../wire/route.js';
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
      'Accepts any text; text that is not a Malaysian number is a result, not an error. Valid are numbers with +60, 60 or the trunk prefix 0, and special numbers such as 1800. The carrier is derived from the number, which may have been ported (A-86).',
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
      'Calculates the tax at the current rate in Malaysia for the type of service; the rate is a fraction: 0.06 means 6 percent (A-85). The tax is rounded half-up to the sen, and total is exactly subtotal plus sst_amount. Whether the business is registered for the tax is not considered. The types of service, ignoring case:',
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
      'Validates the format: the current 12 digits, the older numbers of companies and businesses, and those of limited liability partnerships. Any other text is a result, not an error. No register is queried; the name is returned only for your own tenant (A-87).',
  })
  @Needs('read')
  @Tenantless()
  @NotIdempotent()
  async validateRegistration(@Ctx() ctx: Context, @Body() { registration_number }: RegistrationBody) {
    return registrationView(await this.utils.validateRegistration(ctx, registration_number));
  }
}
