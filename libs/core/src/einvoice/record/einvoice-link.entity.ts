import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';
import type { ModuleKey } from '../../module/catalogue.js';
import type { Environment } from '../einvoice-settings.entity.js';
import type { SourceKind } from '../source/index.js';

/** The e-invoice that a document of an industry is in: one, in each environment. Cancelled and discarded ones have none. */
@Entity({ schema: 'einvoice', name: 'links' })
export class EinvoiceLink {
  @columns.primary() tenant_id!: string;
  @columns.primary('text') environment!: Environment;
  @columns.primary('text') module!: ModuleKey;
  @columns.primary('text') kind!: SourceKind;
  @columns.primary('text') source_id!: string;
  @columns.uuid() einvoice_id!: string;
}
