import type { MigrationInterface, QueryRunner } from 'typeorm';

const set = (name: string, check: string): string =>
  `alter table education.payments add constraint ${name} check (${check})`;

/** A payment below 0 is money that was given back by a payment request: it takes back what others settled. */
export class SchoolRefunds1764980540200 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments drop constraint payments_amount_check');
    await runner.query(set('payments_amount_check', 'amount <> 0'));
    await runner.query('alter table education.payments drop constraint payments_settled');
    await runner.query(
      set(
        'payments_settled',
        `case when amount > 0 then settled >= 0 and refunded >= 0 and settled + refunded <= amount
          else settled <= 0 and refunded <= 0 and settled + refunded >= amount end`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table education.payments drop constraint payments_settled');
    await runner.query(set('payments_settled', 'settled >= 0 and refunded >= 0 and settled + refunded <= amount'));
    await runner.query('alter table education.payments drop constraint payments_amount_check');
    await runner.query(set('payments_amount_check', 'amount > 0'));
  }
}
