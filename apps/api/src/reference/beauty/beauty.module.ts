import { Module } from '@nestjs/common';
import { BeautyModule } from '@usaha/beauty';
import { RenderModule } from '../../render/render.module.js';
import { ReferenceClientsController } from './clients.controller.js';
import { ReferenceBeautyPrivacyController } from './privacy.controller.js';
import { ReferenceStaffController } from './staff.controller.js';

/** The beauty context on the reference surface. */
@Module({
  imports: [BeautyModule, RenderModule],
  controllers: [ReferenceClientsController, ReferenceStaffController, ReferenceBeautyPrivacyController],
})
export class ReferenceBeautyModule {}
