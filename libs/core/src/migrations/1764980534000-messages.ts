import { distribute, enableRowLevelSecurity, enableRowLevelSecurityForPlatform } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages to people, and the attempts to send them. */
export class Messages1764980534000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table core.messages (
        tenant_id     uuid           not null,
        id            uuid           not null,
        created_at    timestamptz(3) not null,
        updated_at    timestamptz(3) not null,
        deleted_at    timestamptz(3),
        version       integer        not null default 1,
        template      text           not null,
        category      text           not null check (category in ('transaction', 'reminder', 'staff')),
        subject_type  text           not null,
        subject_id    uuid           not null,
        person_id     uuid,
        way           text           not null check (way in ('whatsapp', 'sms', 'email')),
        ways          text[]         not null,
        language      text           not null check (language in ('en', 'ms')),
        status        text           not null
          check (status in ('waiting', 'sent', 'delivered', 'read', 'failed', 'unknown', 'dropped')),
        reason        text,
        sealed_to     text,
        to_print      text           not null,
        parts         integer        not null default 1 check (parts > 0),
        cost          numeric(14, 2) not null default 0,
        not_before    timestamptz(3),
        due_at        timestamptz(3) not null,
        claimed_at    timestamptz(3),
        attempts_made integer        not null default 0 check (attempts_made >= 0),
        attempts      integer        not null default 0 check (attempts >= 0),
        created_by    uuid,
        sent_at       timestamptz(3),
        delivered_at  timestamptz(3),
        read_at       timestamptz(3),
        ended_at      timestamptz(3),
        primary key (tenant_id, id),
        constraint messages_tenant foreign key (tenant_id) references core.tenants (id)
      );
      create index messages_due     on core.messages (due_at) where status = 'waiting';
      create index messages_waiting on core.messages (tenant_id, due_at, id) where status = 'waiting';
      create index messages_ended   on core.messages (ended_at) where ended_at is not null;
      create index messages_newest  on core.messages (tenant_id, id) where deleted_at is null;
      create index messages_subject on core.messages (tenant_id, subject_id, id);
      create index messages_person  on core.messages (tenant_id, person_id) where person_id is not null;
      ${enableRowLevelSecurityForPlatform('core.messages')}
      grant select, insert, update, delete on core.messages to usaha_app;
      ${distribute('core.messages')}`);
    await runner.query(`
      create table core.message_tries (
        tenant_id  uuid           not null,
        message_id uuid           not null,
        number     integer        not null check (number > 0),
        way        text           not null check (way in ('whatsapp', 'sms', 'email')),
        at         timestamptz(3) not null,
        outcome    text           check (outcome in ('accepted', 'refused', 'postponed', 'unreachable', 'unknown')),
        code       text,
        primary key (tenant_id, message_id, number)
      );
      create index message_tries_begun on core.message_tries (tenant_id, at);
      ${enableRowLevelSecurity('core.message_tries')}
      grant select, insert, update, delete on core.message_tries to usaha_app;
      ${distribute('core.message_tries')}`);
    await runner.query(`
      alter table core.message_tries add constraint message_tries_message
        foreign key (tenant_id, message_id) references core.messages (tenant_id, id) on delete cascade`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table core.message_tries');
    await runner.query('drop table core.messages');
  }
}
