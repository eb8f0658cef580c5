import { Module } from '@nestjs/common';

/** The logistics context. It has no services yet. */
@Module({})
export class LogisticsModule {}
