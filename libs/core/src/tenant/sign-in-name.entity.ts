import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A name that one tenant is found by at sign-in: its slug, for ever, and its schema name while it is not deleted. One
 * table for both, so that its key keeps one tenant's slug from being another's schema name. It stands on every machine, as the
 * tenants do.
 */
@Entity({ schema: 'core', name: 'sign_in_names' })
export class SignInName {
  /** In small letters. */
  @PrimaryColumn('text') name!: string;
  @Column('uuid') tenant_id!: string;
}
