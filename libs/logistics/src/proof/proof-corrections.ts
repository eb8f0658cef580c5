import { Injectable } from '@nestjs/common';
import { Database, Ledger, declareReferences, isUuid, type Context } from '@usaha/shared';
import { ProofCorrection } from './proof-correction.entity.js';

declareReferences({ proof_corrections_proof: 'proof_id' });

/** Corrections of what proofs say was collected. */
@Injectable()
export class ProofCorrections extends Ledger<ProofCorrection> {
  constructor(database: Database) {
    super(database, ProofCorrection, 'proof_id');
  }

  /** Those of the proof of a shipment, the first first. */
  async ofShipment(ctx: Context, shipment_id: string): Promise<ProofCorrection[]> {
    if (!isUuid(shipment_id)) return [];
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r join logistics.proofs p on p.tenant_id = $1 and p.id = r.proof_id
        where r.tenant_id = $1 and p.shipment_id = $2 order by r.position`,
      [ctx.tenant_id, shipment_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }
}
