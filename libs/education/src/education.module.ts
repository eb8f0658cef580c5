import { Module } from '@nestjs/common';

/** The education context. It has no services yet. */
@Module({})
export class EducationModule {}
