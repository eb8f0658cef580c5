import { Injectable } from '@nestjs/common';
import type { Context } from '@usaha/shared';
import { EinvoiceSettingsService } from '../einvoice-settings.service.js';
import type { EinvoiceProblem } from '../seller.js';
import { EinvoiceConnections } from '../sending/einvoice-connections.js';

/** How a sign-in at MyInvois went. */
export interface EinvoiceCheck {
  /** Whether the service answered. */
  reached: boolean;
  signed_in: boolean;
  problems: EinvoiceProblem[];
}

/** Problems without which no sign-in can be tried. */
const inTheWay: ReadonlySet<EinvoiceProblem['code']> = new Set([
  'CREDENTIALS_MISSING',
  'INTERMEDIARY_UNAVAILABLE',
  'SIMULATOR_UNAVAILABLE',
]);

/** Problems that a sign-in ends. */
const ofRest: ReadonlySet<EinvoiceProblem['code']> = new Set(['CREDENTIALS_REFUSED', 'SUBMISSION_FORBIDDEN']);

/** Tries the credentials of the context's tenant. */
@Injectable()
export class EinvoiceCheckService {
  constructor(
    private readonly settings: EinvoiceSettingsService,
    private readonly connections: EinvoiceConnections,
  ) {}

  /** Signs in, and sends nothing else; a right sign-in ends a rest of the sending. No transaction is open meanwhile. */
  async check(ctx: Context): Promise<EinvoiceCheck> {
    const { problems } = await this.settings.get(ctx);
    if (problems.some(({ code }) => inTheWay.has(code))) return { reached: false, signed_in: false, problems };
    await ctx.db.commitAndContinue();
    const answer = await this.connections.signIn(ctx.tenant_id, ctx.now);
    const signed_in = answer.outcome === 'done';
    const left = signed_in ? problems.filter(({ code }) => !ofRest.has(code)) : problems;
    return { reached: answer.outcome === 'done' || answer.status !== null, signed_in, problems: left };
  }
}
