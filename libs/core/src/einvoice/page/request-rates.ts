import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, DomainError, NO_TENANT } from '@usaha/shared';
import { messages } from '../einvoice.messages.js';
import { takeOf } from '../sending/client-rates.js';

/** Requests that may be sent from one page in an hour. */
export const MOST_REQUESTS = 5;
const HOUR_S = 3_600;
/** Hexadecimal digits of a token's fingerprint by which it is counted: there are never more than 16^5 rows. */
const DIGITS = 5;

/** Counts what buyers send from their pages, over all instances, in rows of the nil tenant. */
@Injectable()
export class EinvoiceRequestRates {
  constructor(private readonly database: Database) {}

  /** Counts in a separate transaction, so that a refused request counts too. @throws too_many for the sixth in an hour */
  async count(token: string, now: Date): Promise<void> {
    const client = createHash('sha256').update(token).digest('hex').slice(0, DIGITS);
    const [row] = await this.database.job({ tenant_id: NO_TENANT, actor: null, now }, (ctx) =>
      ctx.db.write(takeOf(HOUR_S), [NO_TENANT, client, 'page', 1]),
    );
    const [taken, elapsed_ms] = row as [taken: number, elapsed_ms: number];
    if (taken <= MOST_REQUESTS) return;
    const retry_after = Math.max(1, HOUR_S - Math.floor(elapsed_ms / 1000));
    throw new DomainError('too_many', messages.tooManyRequests({ most: MOST_REQUESTS }), { retry_after });
  }
}
