import { TenantExport, tenantExportStatuses, type TenantExportStatus } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';

const statuses = choices('TenantExportStatus', tenantExportStatuses);

@field.record('An export of a whole tenant to begin (A-502)')
export class TenantExportBody {
  @field.password('Your present password', { max: 1_000 }) password!: string;
  @field.flag('Whether the archive has the files too; true unless given', true, { unset: true })
  include_files?: boolean;
}

@field.record('An export of a whole tenant (A-502)')
export class TenantExportView {
  @field.id('Id of the export') id!: string;
  @field.choice('How far it is', statuses) status!: TenantExportStatus;
  @field.flag('Whether the archive has the files too', true) include_files!: boolean;
  @field.id('Id of the archive: files/{file_id}/content/ answers it; null unless it is ready', undefined, {
    nullable: true,
  })
  file_id!: string | null;
  @field.number('Bytes of the archive; null until it is ready', 7_340_032, { min: 0, nullable: true })
  bytes!: number | null;
  @field.object('Records by resource; null until it is ready', { 'retail.products': 214 }, { nullable: true })
  counts!: Record<string, number> | null;
  @field.instant('All that was committed by then is in it (UTC); null until it is ready', { nullable: true })
  as_of!: Date | null;
  @field.instant('When the archive is deleted (UTC); null until it is ready', { nullable: true })
  expires_at!: Date | null;
  @field.id('Id of the administrator who asked for it') requested_by!: string;
  @field.instant('When it was asked for (UTC)') created_at!: Date;
  @field.instant('When it last changed (UTC)') updated_at!: Date;
}

export const tenantExportView = viewOf(TenantExport, TenantExportView, {
  revision: 1,
  fields: { file_id: ({ status, file_id }) => (status === 'ready' ? file_id : null) },
});
