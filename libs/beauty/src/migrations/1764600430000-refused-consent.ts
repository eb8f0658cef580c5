import { refusedConsent, withdrawnConsent } from '@usaha/core';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A refusal of clients and staff differs from what was never said. */
export class BeautyRefusedConsent1764600430000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(refusedConsent('beauty.clients'));
    await runner.query(withdrawnConsent('beauty.clients', 'client'));
    await runner.query(refusedConsent('beauty.staff'));
    await runner.query(withdrawnConsent('beauty.staff', 'staff member'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table beauty.clients drop column pdpa_refused_at');
    await runner.query('alter table beauty.staff drop column pdpa_refused_at');
  }
}
