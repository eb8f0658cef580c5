import { Global, Module } from '@nestjs/common';
import { BulkWriter } from './bulk-writer.js';
import { TableWriter } from './table-writer.js';

/** Writing many records at once, for requests and jobs. */
@Global()
@Module({ providers: [TableWriter, BulkWriter], exports: [TableWriter, BulkWriter] })
export class DataTablesModule {}
