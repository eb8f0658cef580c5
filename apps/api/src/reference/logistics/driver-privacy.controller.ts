import { Controller, Param } from '@nestjs/common';
import { PersonExport } from '@usaha/core';
import { DriverService, driverData } from '@usaha/logistics';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Addition, Reads } from '../../wire/route.js';
import { DriverErasureView, DriverExportView, driverErasureView, driverExportView } from './driver-privacy.wire.js';

@ApiTags('drivers')
@OfModule('logistics')
@Records({ driver_id: DriverService })
@Controller('api/v1/logistics/drivers')
export class ReferenceDriverPrivacyController {
  constructor(
    private readonly exports: PersonExport,
    private readonly drivers: DriverService,
  ) {}

  @Reads(':driver_id/export', DriverExportView, {
    summary: "Export a driver's data",
    description:
      "For administrators. Exports the driver's data and audit trail. The export is recorded in the audit trail.",
  })
  @Addition()
  @Needs('persons.administer')
  async export(@Ctx() ctx: Context, @Param('driver_id') id: string) {
    const driver = await this.drivers.get(ctx, id);
    return driverExportView(ctx, driver, await this.exports.of(ctx, driverData, id));
  }

  @Acts(':driver_id/erase', DriverErasureView, {
    summary: "Erase a driver's data",
    description:
      'For administrators. Erases names, identity documents, contact, licence numbers and pay of the driver permanently; the driver can no longer be found, and has no vehicle. A deleted driver can be erased as well.',
  })
  @Addition()
  @Needs('persons.administer')
  async erase(@Ctx() ctx: Context, @Param('driver_id') id: string) {
    return driverErasureView(await this.drivers.erase(ctx, id));
  }
}
