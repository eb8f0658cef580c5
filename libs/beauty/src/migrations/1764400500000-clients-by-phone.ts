import { keyFunction, keyIndex, phoneKey } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Clients by the digits of their telephone number, as customers and patients are found. The index of the text goes with the
 * filter that needed it; the column stays, since instances of before read it. Writes wait for the index, reads do not.
 */
export class ClientsByPhone1764400500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${keyIndex('beauty.clients', 'phone_number', phoneKey)}
      ${keyFunction('beauty.clients', 'phone_number', phoneKey)}
      drop index beauty.clients_phone`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index clients_phone on beauty.clients (tenant_id, phone_number_key, id desc) where deleted_at is null;
      drop function beauty.clients_with_phone_number;
      drop index beauty.clients_phone_number`);
  }
}
