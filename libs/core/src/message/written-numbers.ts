import { Injectable } from '@nestjs/common';
import { Database, runAcrossTenants, type Context } from '@usaha/shared';
import { recipientPrint } from '../notification/recipient.js';

const DAY_MS = 86_400_000;
/** For how many days after its last message to a number a business is meant by an answer to the operator's number. */
const MEANT_DAYS = 90;
/** Businesses that one callback stops at most. */
const MOST = 1_000;

/**
 * The numbers that the operator's WhatsApp wrote to, as keyed fingerprints. An answer to it names no business: it is of each that has
 * written to its sender within 90 days.
 */
@Injectable()
export class WrittenNumbers {
  private readonly key: Buffer;

  constructor(database: Database) {
    this.key = database.keyring.derivedKey('usaha written number');
  }

  /** The fingerprint that a message keeps. @param number in E.164 */
  printOf(number: string): string {
    return recipientPrint(this.key, 'whatsapp', number).toString('base64url');
  }

  /** The tenants that wrote to some numbers of late, each with those of the numbers. @param digits as WhatsApp has numbers */
  async writersTo(ctx: Context, digits: readonly string[]): Promise<Map<string, string[]>> {
    const numbers = new Map(digits.map((number) => [this.printOf(`+${number}`), number]));
    const since = new Date(ctx.now.getTime() - MEANT_DAYS * DAY_MS);
    const rows = await runAcrossTenants(ctx, () =>
      ctx.db.read(
        `select distinct r.tenant_id, r.number_print from core.messages r
          where r.number_print = any($1) and r.created_at >= $2 order by r.tenant_id limit ${MOST}`,
        [[...numbers.keys()], since],
      ),
    );
    const writers = new Map<string, string[]>();
    for (const [tenant_id, print] of rows as [string, string][])
      writers.set(tenant_id, [...(writers.get(tenant_id) ?? []), numbers.get(print) as string]);
    return writers;
  }
}
