import { BinEntry } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { param } from '../../../wire/param.js';
import { plainView } from '../../../wire/view.js';
import { ReferencePage } from '../reference.js';
import { binResources, type BinResource } from './bin-resources.js';

const resources = choices('BinResource', binResources);

/** GET /api/v1/bin/. */
export class BinQuery extends ReferencePage {
  @param.choice('Collection of the records', resources) resource?: BinResource;
}

@field.record('A deleted record that can be restored (A-508)')
export class BinEntryView {
  @field.choice('Collection of the record: its path below /api/v1/, with dots', resources) resource!: string;
  @field.id('Id of the record') id!: string;
  @field.text('Name of the record; of a vehicle its registration number, of a fee its type', 'Teh Tarik 3-in-1')
  label!: string;
  @field.instant('When it was deleted (UTC)') deleted_at!: Date;
  @field.id(
    'Id of the user or API key that deleted it; null for the service itself, and where the audit trail tells it no more',
    undefined,
    { nullable: true },
  )
  deleted_by!: string | null;
  @field.instant('Until when it can be restored (UTC): settings.bin_days of the business after its deletion')
  restorable_until!: Date;
}

export const binEntryView = plainView<BinEntry, BinEntryView>(BinEntryView);
