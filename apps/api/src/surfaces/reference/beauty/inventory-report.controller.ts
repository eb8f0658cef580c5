import { Controller } from '@nestjs/common';
import { inventoryReport } from '@usaha/beauty';
import { ReadsReport, type ReportArguments } from '../../../render/report/reads-report.js';
import { ReportRenderer } from '../../../render/report/report-renderer.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';

@ApiTags('reports')
@OfModule('beauty')
@Controller('api/v1/beauty/reports')
export class ReferenceBeautyInventoryReportController {
  constructor(private readonly renderer: ReportRenderer) {}

  @ReadsReport('inventory', inventoryReport, {
    summary: 'Get the inventory report of beauty',
    description:
      'Products by SKU with their stock, its value at their price, and their expiry date. The products of retail are not in it (A-151, A-269).',
  })
  inventory(...asked: ReportArguments) {
    return this.renderer.answer(...asked);
  }
}
