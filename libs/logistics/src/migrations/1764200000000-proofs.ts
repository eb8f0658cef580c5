import { enableRowLevelSecurity } from '@usaha/shared';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Proofs of delivery, and their pictures. */
export class Proofs1764200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table logistics.proofs (
        tenant_id         uuid           not null,
        id                uuid           not null,
        created_at        timestamptz(3) not null,
        updated_at        timestamptz(3) not null,
        deleted_at        timestamptz(3),
        version           integer        not null default 1,
        shipment_id       uuid           not null,
        -- In Malaysia, when it was recorded: by it is reckoned what has to be handed in.
        day               date           not null,
        -- Who had the shipment then, and by which name.
        driver_id         uuid,
        driver_name       text,
        recorded_by       uuid,
        location          jsonb,
        -- Who received it, and notes.
        particulars       text,          -- sealed
        -- Both for cash on delivery alone, and then always.
        expected_amount   numeric(14, 2) check (expected_amount >= 0),
        collected_amount  numeric(14, 2) check (collected_amount >= 0),
        difference_reason text,
        primary key (tenant_id, id),
        constraint proofs_tenant foreign key (tenant_id) references core.tenants (id),
        constraint proofs_shipment_of foreign key (tenant_id, shipment_id) references logistics.shipments (tenant_id, id),
        constraint proofs_driver foreign key (tenant_id, driver_id) references logistics.drivers (tenant_id, id),
        constraint proofs_amounts check ((expected_amount is null) = (collected_amount is null))
      );
      create unique index proofs_shipment on logistics.proofs (tenant_id, shipment_id);
      create index proofs_driver    on logistics.proofs (tenant_id, driver_id, id desc);
      create index proofs_collected on logistics.proofs (tenant_id, day, driver_id) include (expected_amount, collected_amount)
        where collected_amount is not null and deleted_at is null;
      ${enableRowLevelSecurity('logistics.proofs')}
      -- Whatever is money stays as it was recorded.
      grant select, insert, update (updated_at, version, driver_name, location, particulars, difference_reason) on logistics.proofs to usaha_app;

      -- Signatures and photographs: rows are added, and what is in them is blanked with the rest of a proof.
      create table logistics.proof_pictures (
        tenant_id  uuid           not null,
        id         uuid           not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        version    integer        not null default 1,
        proof_id   uuid           not null,
        -- Among the pictures of its proof; the signature is the first.
        position   integer        not null,
        kind       text           not null check (kind in ('signature', 'picture')),
        media_type text           not null check (media_type in ('image/png', 'image/jpeg')),
        bytes      integer        not null check (bytes > 0),
        content    text,          -- sealed
        primary key (tenant_id, id),
        constraint proof_pictures_tenant foreign key (tenant_id) references core.tenants (id),
        constraint proof_pictures_proof foreign key (tenant_id, proof_id) references logistics.proofs (tenant_id, id)
      );
      -- What is encrypted cannot be made smaller: nobody tries.
      alter table logistics.proof_pictures alter column content set storage external;
      create unique index proof_pictures_position on logistics.proof_pictures (tenant_id, proof_id, position);
      ${enableRowLevelSecurity('logistics.proof_pictures')}
      grant select, insert, update (updated_at, version, content) on logistics.proof_pictures to usaha_app`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table logistics.proof_pictures, logistics.proofs');
  }
}
