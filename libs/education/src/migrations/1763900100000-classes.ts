import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Classes, with their seats and their schedule. */
export class Classes1763900100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table education.classes (
        tenant_id            uuid           not null,
        id                   uuid           not null,
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        name                 text           not null,
        grade_level          text,
        stream               text,
        academic_year        jsonb,         -- a number or a text, as it was sent
        room_number          text,
        capacity             integer        check (capacity >= 0),
        -- Seats that are taken by others than the enrollments known here.
        seats_elsewhere      integer        not null check (seats_elsewhere >= 0),
        active_enrollments   integer        not null check (active_enrollments >= 0),
        teacher_id           text,
        assistant_teacher_id text,
        schedule             jsonb          not null,
        subjects             jsonb          not null,
        special_requirements text[]         not null,
        notes                text,
        grade_level_key      text generated always as (lower(btrim(grade_level))) stored,
        stream_key           text generated always as (lower(btrim(stream))) stored,
        academic_year_key    text generated always as (lower(btrim(academic_year #>> '{}'))) stored,
        teacher_key          text generated always as (lower(btrim(teacher_id))) stored,
        assistant_key        text generated always as (lower(btrim(assistant_teacher_id))) stored,
        room_key             text generated always as (lower(btrim(room_number))) stored,
        has_space            boolean not null generated always as (coalesce(seats_elsewhere + active_enrollments < capacity, true)) stored,
        primary key (tenant_id, id),
        constraint classes_tenant foreign key (tenant_id) references core.tenants (id)
      ) with (fillfactor = 85);
      create index classes_live    on education.classes (tenant_id, id desc) where deleted_at is null;
      create index classes_grade   on education.classes (tenant_id, grade_level_key, id desc) where deleted_at is null;
      create index classes_stream  on education.classes (tenant_id, stream_key, id desc) where deleted_at is null;
      create index classes_year    on education.classes (tenant_id, academic_year_key, id desc) where deleted_at is null;
      create index classes_teacher on education.classes (tenant_id, teacher_key, id desc) where deleted_at is null;
      create index classes_assistant on education.classes (tenant_id, assistant_key) where deleted_at is null;
      create index classes_room    on education.classes (tenant_id, room_key) where deleted_at is null;
      create index classes_space   on education.classes (tenant_id, has_space, id desc) where deleted_at is null;
      ${enableRowLevelSecurity('education.classes')}
      grant select, insert, update on education.classes to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table education.classes');
  }
}
