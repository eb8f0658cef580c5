import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Fingerprints of bodies that carried an Idempotency-Key were plain hashes, against which a password could be tried. The rows
 * stay for their day, so that a payment that is sent again over the upgrade is not made twice; their bodies are compared no more.
 */
export class KeyedFingerprints1764600100000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`update kernel.idempotency_keys set fingerprint = ''`);
  }

  async down(): Promise<void> {
    // What a body was cannot be told from its row.
  }
}
