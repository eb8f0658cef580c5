import { distribute, enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema of e-invoices, and how a business issues them: at most a row of each tenant. */
export class EinvoiceSettings1764980545000 implements MigrationInterface {
  static readonly oldest_release = '1.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create schema einvoice');
    await runner.query('grant usage on schema einvoice to usaha_app');
    await runner.query(`
      create table einvoice.settings (
        tenant_id            uuid           not null,
        id                   uuid           not null check (id = tenant_id),
        created_at           timestamptz(3) not null,
        updated_at           timestamptz(3) not null,
        deleted_at           timestamptz(3),
        version              integer        not null default 1,
        enabled              boolean        not null default false,
        environment          text           not null default 'simulator'
                             check (environment in ('simulator', 'sandbox', 'production')),
        start_date           date,
        turnover_group       text           check (turnover_group in
                             ('over_100m', 'over_25m', 'over_5m', 'up_to_5m', 'begun_since_2023', 'below_1m')),
        name                 text,
        tin                  text,
        id_type              text           check (id_type in ('NRIC', 'PASSPORT', 'BRN', 'ARMY')),
        id_value             text,
        sst_number           text,
        ttx_number           text,
        msic_code            text,
        activity             text,
        email                text,
        phone                text,
        address              jsonb,
        credentials          text           not null default 'own' check (credentials in ('own', 'intermediary')),
        client_id            text,
        client_secret        text,
        individual           text           not null default 'known_buyer'
                             check (individual in ('known_buyer', 'on_request')),
        consolidate          boolean        not null default true,
        consolidation_day    integer        not null default 3 check (consolidation_day between 1 and 7),
        cancel_with_source   boolean        not null default true,
        health_descriptions  text           not null default 'general'
                             check (health_descriptions in ('general', 'as_billed')),
        classifications      jsonb          not null default '{}',
        tax_types            jsonb          not null default '{}',
        signed_from          date,
        primary key (tenant_id, id),
        constraint einvoice_settings_tenant foreign key (tenant_id) references core.tenants (id)
      );
      ${enableRowLevelSecurity('einvoice.settings')}
      grant select, insert, update on einvoice.settings to usaha_app;
      ${distribute('einvoice.settings')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema einvoice cascade');
  }
}
