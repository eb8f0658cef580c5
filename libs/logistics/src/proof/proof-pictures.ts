import { Injectable } from '@nestjs/common';
import { Database, Table, insertMany, isUuid, type Context } from '@usaha/shared';
import { ProofPicture, type PictureFacts } from './proof-picture.entity.js';

/** The pictures of proofs, in separate rows: a query for proofs alone does not read megabytes. */
@Injectable()
export class ProofPictures {
  private readonly table: Table<ProofPicture>;

  constructor(database: Database) {
    this.table = database.table(ProofPicture);
  }

  /** The trail of a proof is its pictures' too. @returns them */
  add(ctx: Context, proof_id: string, sent: readonly PictureFacts[]): ProofPicture[] {
    const noted = { proof_id, created_at: ctx.now, updated_at: ctx.now };
    const pictures = sent.map((facts) => Object.assign(new ProofPicture().giveId(ctx.now), facts, noted));
    insertMany(ctx, this.table, pictures);
    return pictures;
  }

  /** Those of the proof of a shipment, in their order: the signature first. */
  async ofShipment(ctx: Context, shipment_id: string): Promise<ProofPicture[]> {
    if (!isUuid(shipment_id)) return [];
    const rows = await ctx.db.read(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.proof_id =
         (select p.id from logistics.proofs p where p.tenant_id = $1 and p.shipment_id = $2)
       order by r.position`,
      [ctx.tenant_id, shipment_id],
    );
    return rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
  }
}
