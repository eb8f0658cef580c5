import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

/**
 * How many letters, or short messages, a recipient was sent on a day by all tenants together. The rows belong to no
 * tenant and name no person: the fingerprint is keyed, and changes every day.
 */
@Entity({ schema: 'core', name: 'letter_counts' })
export class LetterCount {
  @columns.primary() tenant_id!: string;
  /** The keyed fingerprint of day, way and recipient. */
  @columns.primary('text') recipient!: string;
  @columns.day() day!: string;
  @columns.count() letters!: number;
}
