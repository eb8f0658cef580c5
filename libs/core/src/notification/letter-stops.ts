import { Injectable } from '@nestjs/common';
import { Database, idBytes, idText, readSigned, writeSigned, type Context } from '@usaha/shared';
import { PublicAddress } from '../public-address.js';
import { recipientPrint } from './recipient.js';

/** What the link of a letter names. */
export interface StopLink {
  tenant_id: string;
  /** The keyed fingerprint of tenant and recipient. */
  recipient: string;
}

/** How the stop of WhatsApp to a number is told from the stop of reminders to it. */
export const whatsAppAddress = (number: string): string => `whatsapp ${number}`;

const ID_BYTES = 16;
/** With the id it is a multiple of three bytes. */
const NAMED_BYTES = ID_BYTES + 17;

/**
 * Recipients who want no more letters of a tenant. Kept is a keyed fingerprint, which differs between tenants, and never
 * an address. A link ends never: a letter may be read years later.
 */
@Injectable()
export class LetterStops {
  private readonly recipients: Buffer;
  private readonly links: Buffer;

  constructor(
    database: Database,
    private readonly address: PublicAddress,
  ) {
    this.recipients = database.keyring.derivedKey('usaha stopped recipient');
    this.links = database.keyring.derivedKey('usaha stop link');
  }

  /** Where the recipient stops the tenant's letters; null where the operator has set no public address. */
  urlOf({ tenant_id }: Pick<Context, 'tenant_id'>, address: string): string | null {
    if (this.address.url === null) return null;
    const named = Buffer.concat([idBytes(tenant_id), this.printOf(tenant_id, address)]);
    return `${this.address.url}/stop/${writeSigned(this.links, named)}`;
  }

  /** What a token of a link names; null for what is none of ours. */
  read(token: string): StopLink | null {
    const named = readSigned(this.links, token, NAMED_BYTES);
    return (
      named && {
        tenant_id: idText(named.subarray(0, ID_BYTES)),
        recipient: named.subarray(ID_BYTES).toString('base64url'),
      }
    );
  }

  /** Those of some notifications whose recipient has not stopped the tenant's letters, in their order. */
  async wanted<D extends { address: string }>(ctx: Context, due: readonly D[]): Promise<D[]> {
    if (due.length === 0) return [];
    const print = ({ address }: D): string => this.printOf(ctx.tenant_id, address).toString('base64url');
    const rows = await ctx.db.read(
      'select r.recipient from core.letter_stops r where r.tenant_id = $1 and r.recipient = any($2)',
      [ctx.tenant_id, [...new Set(due.map(print))]],
    );
    const stopped = new Set(rows.map(([recipient]) => recipient as string));
    return stopped.size === 0 ? [...due] : due.filter((one) => !stopped.has(print(one)));
  }

  /** Stops the letters of the context's tenant. */
  async stop(ctx: Context, recipient: string): Promise<void> {
    await ctx.db.write(
      `insert into core.letter_stops (tenant_id, recipient, stopped_at) values ($1, $2, $3)
       on conflict (tenant_id, recipient) do nothing returning recipient`,
      [ctx.tenant_id, recipient, ctx.now],
    );
  }

  /** Stops WhatsApp to a number, messages of all kinds: its owner has answered so. @param digits as WhatsApp has the number */
  stopWhatsApp(ctx: Context, digits: string): Promise<void> {
    const print = this.printOf(ctx.tenant_id, whatsAppAddress(`+${digits}`));
    return this.stop(ctx, print.toString('base64url'));
  }

  /** Lets them go on. */
  async resume(ctx: Context, recipient: string): Promise<void> {
    await ctx.db.change('delete from core.letter_stops r where r.tenant_id = $1 and r.recipient = $2', [
      ctx.tenant_id,
      recipient,
    ]);
  }

  private printOf(tenant_id: string, address: string): Buffer {
    return recipientPrint(this.recipients, tenant_id, address);
  }
}
