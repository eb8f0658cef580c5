import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which student is in which class, and the withdrawals. The reasons of withdrawals are sealed. */
export class Enrollments1763900200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table education.enrollments (
        tenant_id        uuid           not null,
        id               uuid           not null,
        created_at       timestamptz(3) not null,
        updated_at       timestamptz(3) not null,
        deleted_at       timestamptz(3),
        version          integer        not null default 1,
        erased_at        timestamptz(3),
        student_id       uuid           not null,
        class_id         uuid           not null,
        enrollment_date  date           not null,
        enrollment_type  text           not null check (enrollment_type in ('new', 'transfer', 'returning')),
        fees             jsonb,
        scholarship_info jsonb,
        previous_results jsonb,
        documents        jsonb          not null,
        notes            text,          -- sealed
        status           text           not null check (status in ('active', 'inactive', 'graduated')),
        -- How often the student was withdrawn: the position of the last withdrawal.
        withdrawals      integer        not null check (withdrawals >= 0),
        primary key (tenant_id, id),
        constraint enrollments_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint enrollments_class foreign key (tenant_id, class_id) references education.classes (tenant_id, id)
      );
      create index        enrollments_live    on education.enrollments (tenant_id, id desc) where deleted_at is null;
      -- Behind the locks under which seats are decided: nobody sits twice in one class.
      create unique index enrollments_active  on education.enrollments (tenant_id, student_id, class_id) where status = 'active' and deleted_at is null;
      create index        enrollments_student on education.enrollments (tenant_id, student_id, id desc);
      create index        enrollments_class   on education.enrollments (tenant_id, class_id, id desc);
      create index        enrollments_seats   on education.enrollments (tenant_id, class_id, id desc) where status = 'active' and deleted_at is null;
      create index        enrollments_status  on education.enrollments (tenant_id, status, id desc) where deleted_at is null;
      create index        enrollments_type    on education.enrollments (tenant_id, enrollment_type, id desc) where deleted_at is null;
      create index        enrollments_day     on education.enrollments (tenant_id, enrollment_date) where deleted_at is null;
      ${enableRowLevelSecurity('education.enrollments')}
      grant select, insert, update on education.enrollments to usaha_app;

      -- Rows are added and never changed, save that an erasure blanks what is personal in them.
      create table education.withdrawals (
        tenant_id          uuid           not null,
        id                 uuid           not null,
        created_at         timestamptz(3) not null,
        position           integer        not null,
        actor_id           uuid,
        enrollment_id      uuid           not null,
        withdrawal_date    date           not null,
        remarks            text,          -- sealed
        destination_school text,
        refund_amount      numeric(14, 2) check (refund_amount >= 0),
        primary key (tenant_id, id),
        constraint withdrawals_enrollment foreign key (tenant_id, enrollment_id) references education.enrollments (tenant_id, id)
      );
      create unique index withdrawals_position on education.withdrawals (tenant_id, enrollment_id, position desc);
      create index        withdrawals_day      on education.withdrawals (tenant_id, withdrawal_date);
      ${enableRowLevelSecurity('education.withdrawals')}
      grant select, insert on education.withdrawals to usaha_app;
      grant update (remarks, destination_school) on education.withdrawals to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table education.withdrawals, education.enrollments');
  }
}
