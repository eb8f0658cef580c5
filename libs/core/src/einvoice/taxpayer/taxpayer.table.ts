import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, type Context } from '@usaha/shared';
import type { Environment } from '../einvoice-settings.entity.js';
import type { IdType } from '../party-fields.js';

const DAY_MS = 86_400_000;
/** How long the service believes an answer: that a TIN is known, or that it is unknown. */
const KNOWN_MS = 30 * DAY_MS;
const UNKNOWN_MS = DAY_MS;

/** A TIN and a number of identity, as MyInvois spells them. */
export interface AskedTaxpayer {
  environment: Environment;
  tin: string;
  id_type: IdType;
  id_value: string;
}

/** What MyInvois said of a taxpayer, and when. */
export interface KeptTaxpayer {
  known: boolean;
  checked_at: Date;
}

/** What MyInvois said of taxpayers, apart for each tenant: neither TIN nor number is in the table. */
@Injectable()
export class TaxpayerTable {
  private readonly key: Buffer;

  constructor(database: Database) {
    this.key = database.keyring.derivedKey('usaha einvoice taxpayer');
  }

  /** The answer that still holds; null where there is none. */
  async find(ctx: Context, asked: AskedTaxpayer): Promise<KeptTaxpayer | null> {
    const [row] = await ctx.db.read(
      'select r.known, r.checked_at from einvoice.taxpayers r where r.tenant_id = $1 and r.print = $2',
      [ctx.tenant_id, this.printOf(asked)],
    );
    if (!row) return null;
    const [known, checked_at] = row as [boolean, Date];
    const until = checked_at.getTime() + (known ? KNOWN_MS : UNKNOWN_MS);
    return until > ctx.now.getTime() ? { known, checked_at } : null;
  }

  /** Enqueues that an answer is kept; those that hold no longer go. */
  keep(ctx: Context, asked: AskedTaxpayer, known: boolean): void {
    ctx.db.enqueue(
      `insert into einvoice.taxpayers as r (tenant_id, print, known, checked_at) values ($1, $2, $3, $4)
       on conflict (tenant_id, print) do update set known = excluded.known, checked_at = excluded.checked_at`,
      [ctx.tenant_id, this.printOf(asked), known, ctx.now],
    );
    ctx.db.enqueue('delete from einvoice.taxpayers r where r.tenant_id = $1 and r.checked_at < $2', [
      ctx.tenant_id,
      new Date(ctx.now.getTime() - KNOWN_MS),
    ]);
  }

  private printOf({ environment, tin, id_type, id_value }: AskedTaxpayer): string {
    return createHmac('sha256', this.key).update([environment, tin, id_type, id_value].join(' ')).digest('base64url');
  }
}
