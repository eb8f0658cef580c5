import { Injectable } from '@nestjs/common';
import { Database, Table, insertMany, isUuid, type Context } from '@usaha/shared';
import { ProofPicture } from './proof-picture.entity.js';

/** The pictures of proofs, in rows of their own: whoever asks for proofs alone does not read megabytes. */
@Injectable()
export class ProofPictures {
  private readonly table: Table<ProofPicture>;

  constructor(database: Database) {
    this.table = Table.of(ProofPicture, database.dataSource);
  }

  /** Pictures that name their proof, whose trail is theirs. */
  add(ctx: Context, pictures: readonly ProofPicture[]): Promise<void> {
    for (const picture of pictures)
      Object.assign(picture.giveId(ctx.now), { created_at: ctx.now, updated_at: ctx.now });
    return insertMany(ctx, this.table, pictures);
  }

  /** Those of the proof of a shipment, in their order: the signature first. */
  async ofShipment(ctx: Context, shipment_id: string): Promise<ProofPicture[]> {
    if (!isUuid(shipment_id)) return [];
    const rows = await ctx.db.query(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.proof_id =
         (select p.id from logistics.proofs p where p.tenant_id = $1 and p.shipment_id = $2)
       order by r.position`,
      [ctx.tenant_id, shipment_id],
    );
    return rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
  }
}
