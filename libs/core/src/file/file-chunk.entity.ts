import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A piece of a file in the `database` store, encrypted. */
@Entity({ schema: 'core', name: 'file_chunks' })
export class FileChunk {
  @PrimaryColumn('uuid') tenant_id!: string;
  @PrimaryColumn('uuid') file_id!: string;
  /** Its place, from 0. */
  @PrimaryColumn('integer') n!: number;
  @Column('bytea') bytes!: Buffer;
}
