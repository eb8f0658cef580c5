import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, declareUnique, isUuid, type Context } from '@usaha/shared';
import { senderKeySql, type NamedSender } from '../cod/cod-sender.entity.js';
import { nouns } from '../messages.js';
import { Proof } from './proof.entity.js';

declareUnique({ proofs_shipment: 'shipment_id' });
declareReferences({
  proofs_tenant: 'tenant_id',
  proofs_shipment_of: 'shipment_id',
  proofs_driver: 'driver_id',
});

/** What a proof of a shipment depends on. */
export interface ProofState {
  /** Whether it is paid on delivery. */
  is_cod: boolean;
  /** Whether it has one already. */
  is_proven: boolean;
  /** The record of the sender; null for the first cash that is collected for one. */
  sender_id: string | null;
}

const STATE = `
  select r.is_cod, exists (select 1 from logistics.proofs p where p.tenant_id = $1 and p.shipment_id = r.id),
         (select c.id::text from logistics.cod_senders c
           where c.tenant_id = $1 and c.sender_key = ${senderKeySql('$3::text', '$4::text')} and c.deleted_at is null
             for key share)
    from logistics.shipments r where r.tenant_id = $1 and r.id = $2`;

/** The proofs of delivery of a tenant. */
@Injectable()
export class ProofRepository extends Repository<Proof> {
  constructor(database: Database) {
    super(database, Proof, { noun: nouns.proof });
  }

  /** @throws not_found for an unknown shipment, and for one without a proof */
  async ofShipment(ctx: Context, shipment_id: string): Promise<Proof> {
    const named = isUuid(shipment_id)
      ? this.first(ctx, `${this.mine} and r.shipment_id = $2`, [ctx.tenant_id, shipment_id])
      : null;
    return (await named) ?? this.missing();
  }

  /** The same, locked. @param shipment_id of a locked shipment @throws not_found for one without a proof */
  async lockOfShipment(ctx: Context, shipment_id: string): Promise<Proof> {
    const [proof] = await this.lockWhere(ctx, 'r.shipment_id = $2', [shipment_id]);
    return proof ?? this.missing();
  }

  /** Whether the proof of a shipment shows a file as a photograph. */
  async shows(ctx: Context, shipment_id: string, file_id: string): Promise<boolean> {
    const text = `select 1 from ${this.table.path} r where ${this.mine} and r.shipment_id = $2 and $3 = any(r.picture_ids)`;
    return (await ctx.db.read(text, [ctx.tenant_id, shipment_id, file_id])).length > 0;
  }

  /** Holds the sender: its name stays until what is owed to it is written. @param shipment_id of one that is held */
  async stateOf(ctx: Context, shipment_id: string, { name, phone_digits }: NamedSender): Promise<ProofState> {
    const [row] = await ctx.db.lock(STATE, [ctx.tenant_id, shipment_id, name, phone_digits]);
    const [is_cod, is_proven, sender_id] = row as [boolean, boolean, string | null];
    return { is_cod, is_proven, sender_id };
  }
}
