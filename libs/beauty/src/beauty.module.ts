import { Module } from '@nestjs/common';

/** The beauty context. It has no services yet. */
@Module({})
export class BeautyModule {}
