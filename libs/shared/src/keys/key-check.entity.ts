import { Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../schema/column.js';
import type { KeyKind } from '../sealing/checked-key.js';

/**
 * By what a key is known again that this database was used with: a fingerprint that only the key makes. It is of the whole
 * installation and of no tenant; on several machines each of them has the table whole.
 */
@Entity({ schema: 'kernel', name: 'key_checks' })
export class KeyCheck {
  @PrimaryColumn('text') kind!: KeyKind;
  /** The id of a sealing key; empty for the search key. */
  @PrimaryColumn('text') key_id!: string;
  @columns.text() fingerprint!: string;
  @columns.instant() first_used!: Date;
}
