import { Module } from '@nestjs/common';
import { DataTablesModule } from '../../data-tables/data-tables.module.js';
import { ReferenceBeautyModule } from './beauty/beauty.module.js';
import { ReferenceCoreModule } from './core/core.module.js';
import { ReferenceEducationModule } from './education/education.module.js';
import { ReferenceHealthcareModule } from './healthcare/healthcare.module.js';
import { ReferenceLogisticsModule } from './logistics/logistics.module.js';
import { ReferenceRetailModule } from './retail/retail.module.js';

/** The reference surface: `/api/v1`. */
@Module({
  imports: [
    DataTablesModule,
    ReferenceCoreModule,
    ReferenceRetailModule,
    ReferenceHealthcareModule,
    ReferenceEducationModule,
    ReferenceBeautyModule,
    ReferenceLogisticsModule,
  ],
})
export class ReferenceModule {}
