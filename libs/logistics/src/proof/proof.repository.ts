import { Injectable } from '@nestjs/common';
import { Database, Repository, declareReferences, declareUnique, notFound, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { Proof } from './proof.entity.js';

declareUnique({ proofs_shipment: 'shipment_id' });
declareReferences({
  proofs_tenant: 'tenant_id',
  proofs_shipment_of: 'shipment_id',
  proofs_driver: 'driver_id',
});

/** The proofs of delivery of a tenant. */
@Injectable()
export class ProofRepository extends Repository<Proof> {
  constructor(database: Database) {
    super(database, Proof, { noun: nouns.proof });
  }

  /** @throws not_found for a shipment without one, and for what is no shipment */
  async ofShipment(ctx: Context, shipment_id: string): Promise<Proof> {
    const proof = await this.findOfShipment(ctx, shipment_id);
    if (!proof) throw notFound(nouns.proof);
    return proof;
  }

  /** @param shipment_id of a shipment */
  findOfShipment(ctx: Context, shipment_id: string): Promise<Proof | null> {
    return this.first(ctx, `${this.mine} and r.shipment_id = $2`, [ctx.tenant_id, shipment_id]);
  }
}
