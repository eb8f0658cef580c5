import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Attendance and grades. What teachers remark of a student is sealed: `text` for every kind of value, and marked so. */
export class AttendanceAndGrades1763900300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table education.attendance (
        tenant_id   uuid           not null,
        id          uuid           not null,
        created_at  timestamptz(3) not null,
        updated_at  timestamptz(3) not null,
        deleted_at  timestamptz(3),
        version     integer        not null default 1,
        erased_at   timestamptz(3),
        student_id  uuid           not null,
        class_id    uuid,
        date        date           not null,
        status      text           not null check (status in ('present', 'absent', 'late', 'excused')),
        time_in     text,
        time_out    text,
        remarks     text,          -- sealed
        recorded_by text,
        primary key (tenant_id, id),
        constraint attendance_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint attendance_class foreign key (tenant_id, class_id) references education.classes (tenant_id, id)
      );
      -- What summaries count stands in the indexes: a school's year is counted without reading its rows.
      create index attendance_live    on education.attendance (tenant_id, id desc) where deleted_at is null;
      create index attendance_student on education.attendance (tenant_id, student_id, date) include (status) where deleted_at is null;
      create index attendance_class   on education.attendance (tenant_id, class_id, id desc) where deleted_at is null;
      create index attendance_register on education.attendance (tenant_id, class_id, date) include (student_id, status) where deleted_at is null;
      create index attendance_day     on education.attendance (tenant_id, date) include (class_id, student_id, status) where deleted_at is null;
      create index attendance_status  on education.attendance (tenant_id, status, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('education.attendance')}
      grant select, insert, update on education.attendance to usaha_app;

      create table education.grades (
        tenant_id           uuid           not null,
        id                  uuid           not null,
        created_at          timestamptz(3) not null,
        updated_at          timestamptz(3) not null,
        deleted_at          timestamptz(3),
        version             integer        not null default 1,
        erased_at           timestamptz(3),
        student_id          uuid           not null,
        subject_id          text,
        assessment_type     text,
        assessment_name     text,
        score               numeric(14, 2) not null check (score >= 0),
        max_score           numeric(14, 2) not null check (max_score > 0),
        -- In hundredths of a percent: whole numbers have means without rounding errors.
        percentage          integer        not null check (percentage between 0 and 10000),
        grade               text,
        grade_given         boolean        not null,
        scale               text           not null check (scale in ('general', 'uasa', 'spm', 'stpm_matric', 'own')),
        own_scale           jsonb,
        remarks             text,          -- sealed
        teacher_id          text,
        assessment_date     date           not null,
        subject_key         text generated always as (nullif(lower(btrim(subject_id)), '')) stored,
        assessment_type_key text generated always as (lower(btrim(assessment_type))) stored,
        primary key (tenant_id, id),
        constraint grades_student foreign key (tenant_id, student_id) references education.students (tenant_id, id),
        constraint grades_score check (score <= max_score)
      );
      create index grades_live    on education.grades (tenant_id, id desc) where deleted_at is null;
      create index grades_student on education.grades (tenant_id, student_id, assessment_date) where deleted_at is null;
      create index grades_subject on education.grades (tenant_id, subject_key, id desc) where deleted_at is null;
      create index grades_type    on education.grades (tenant_id, assessment_type_key, id desc) where deleted_at is null;
      create index grades_day     on education.grades (tenant_id, assessment_date) where deleted_at is null;
      ${enableRowLevelSecurity('education.grades')}
      grant select, insert, update on education.grades to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table education.grades, education.attendance');
  }
}
