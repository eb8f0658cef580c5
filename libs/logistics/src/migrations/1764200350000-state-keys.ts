import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A text that was written for a state and is none is compared as far as any state is long: an index that has those of both ends in it
 * takes no more.
 */
export class StateKeys1764200350000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      update logistics.shipments
         set origin_state_key = left(origin_state_key, 100), destination_state_key = left(destination_state_key, 100)
       where length(origin_state_key) > 100 or length(destination_state_key) > 100`);
  }

  /** The cut keys are computed again when a shipment is written. */
  async down(): Promise<void> {
    await Promise.resolve();
  }
}
