import { Injectable } from '@nestjs/common';
import { Database, Table, insertMany, type Context } from '@usaha/shared';
import { ProofPicture } from './proof-picture.entity.js';

/** The pictures of proofs, in rows of their own: whoever asks for proofs alone does not read megabytes. */
@Injectable()
export class ProofPictures {
  private readonly table: Table<ProofPicture>;

  constructor(database: Database) {
    this.table = Table.of(ProofPicture, database.dataSource);
  }

  /** The trail of a proof is its own. */
  add(ctx: Context, pictures: readonly ProofPicture[]): Promise<void> {
    return insertMany(ctx, this.table, pictures);
  }

  /** In their order: the signature first. */
  async of(ctx: Context, proof_id: string): Promise<ProofPicture[]> {
    const rows = await ctx.db.query(
      `select ${this.table.selected} from ${this.table.path} r
       where r.tenant_id = $1 and r.proof_id = $2 order by r.position`,
      [ctx.tenant_id, proof_id],
    );
    return rows.map((row) => this.table.hydrate(row, ctx.db.keyring));
  }
}
