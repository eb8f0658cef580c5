import { Module } from '@nestjs/common';
import { LogisticsModule } from '@usaha/logistics';
import { RenderModule } from '../../render/render.module.js';

/** The logistics context on the reference surface. */
@Module({
  imports: [LogisticsModule, RenderModule],
  controllers: [],
})
export class ReferenceLogisticsModule {}
