import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/**
 * A recipient who wants no more letters of a tenant. It holds a keyed fingerprint in place of an address, so that it
 * stays when the person is erased: without it the next record with that address would be written to again.
 */
@Entity({ schema: 'core', name: 'letter_stops' })
export class LetterStop {
  @columns.primary() tenant_id!: string;
  /** The keyed fingerprint of tenant and recipient. */
  @columns.primary('text') recipient!: string;
  @columns.instant() stopped_at!: Date;
}
