import { refusedConsent, withdrawnConsent } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal of customers differs from what was never said. */
export class RetailRefusedConsent1764600420000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refusedConsent('retail.customers'));
    await runner.query(withdrawnConsent('retail.customers', 'customer'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table retail.customers drop column pdpa_refused_at');
  }
}
