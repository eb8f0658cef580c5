import { Module } from '@nestjs/common';
import { EducationModule } from '@usaha/education';
import { RenderModule } from '../../render/render.module.js';

/** The education context on the reference surface. */
@Module({ imports: [EducationModule, RenderModule], controllers: [] })
export class ReferenceEducationModule {}
