import { Module } from '@nestjs/common';
import { BeautyModule } from '@usaha/beauty';
import { RenderModule } from '../../render/render.module.js';

/** The beauty context on the reference surface. */
@Module({
  imports: [BeautyModule, RenderModule],
  controllers: [],
})
export class ReferenceBeautyModule {}
