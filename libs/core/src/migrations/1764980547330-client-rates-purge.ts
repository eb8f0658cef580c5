import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Housekeeping deletes how often client ids called MyInvois, once their windows are over. */
export class ClientRatesPurge1764980547330 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('grant delete on einvoice.client_rates to usaha_app');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('revoke delete on einvoice.client_rates from usaha_app');
  }
}
