import { Module } from '@nestjs/common';
import { BeautyModule } from '@usaha/beauty';
import { RenderModule } from '../../render/render.module.js';
import { ReferenceClientPrivacyController } from './client-privacy.controller.js';
import { ReferenceClientsController } from './clients.controller.js';
import { ReferenceStaffPrivacyController } from './staff-privacy.controller.js';
import { ReferenceStaffController } from './staff.controller.js';

/** The beauty context on the reference surface. */
@Module({
  imports: [BeautyModule, RenderModule],
  controllers: [
    ReferenceClientsController,
    ReferenceClientPrivacyController,
    ReferenceStaffController,
    ReferenceStaffPrivacyController,
  ],
})
export class ReferenceBeautyModule {}
