import { keyFunction, keyIndex, phoneKey } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A caller of a clinic is found by the telephone number. Writes wait for the index, reads do not. */
export class PatientsByPhone1764300430000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${keyIndex('healthcare.patients', 'phone_number', phoneKey)}
      ${keyFunction('healthcare.patients', 'phone_number', phoneKey)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function healthcare.patients_with_phone_number;
      drop index healthcare.patients_phone_number`);
  }
}
