import type { MigrationInterface } from 'typeorm';

/**
 * Changes nothing in the schema. Releases before 1.2.0 do not know the columns in which bills' words, vaccines and policy numbers are
 * sealed: an erasure by one of them would leave what lies there, so none may run together with this release any more.
 */
export class ReleaseOfSealedWords1764800800000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  async up(): Promise<void> {}

  async down(): Promise<void> {}
}
