import type { PersonAccess } from '@usaha/core';
import { AddressView } from '../../wire/address.wire.js';
import { declared } from '../../wire/declared-fields.js';
import { field } from '../../wire/field.js';
import { plainView } from '../../wire/view.js';

/** A field of an export: records as they are kept, by the names of their columns. */
export const recordsAsKept = (description: string): PropertyDecorator =>
  declared({
    document: () => ({
      description,
      type: 'array',
      items: { type: 'object', additionalProperties: true },
      example: [{ id: '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a', created_at: '2026-03-10T08:30:00.000Z' }],
    }),
  });

/** POST …/erase/. */
export class ErasureBody {
  @field.text(
    'Why: recorded in the audit trail, so without personal data. Required for patients, whose records should be kept for seven years after the last of them',
    'Request of 2 March 2026, signed form 18',
    { optional: true, max: 500 },
  )
  reason?: string | null;
}

@field.record('A reading of data of a person')
export class PersonAccessView {
  @field.id('Id of the entry in the audit trail') id!: string;
  @field.instant('When it was read (UTC)') at!: Date;
  @field.id('Id of the user who read it; null for the service itself', undefined, { nullable: true })
  actor_id!: string | null;
  @field.text('How: read, or export', 'read') action!: string;
  @field.text('Type of the record that was read', 'medical record') record_type!: string;
  @field.id('Id of the record that was read') record_id!: string;
}

export const personAccessView = plainView<PersonAccess, PersonAccessView>(PersonAccessView);

@field.record('A former name of a person')
export class FormerNameView {
  @field.text('Name', 'Siti Nur') name!: string;
  @field.nested('Address, where documents name it', AddressView, { nullable: true }) address!: AddressView | null;
  @field.instant('Until when documents were issued with it (UTC)') until!: Date;
}
