import { Injectable } from '@nestjs/common';
import { DomainError, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import { LogisticsConfigurations } from '../settings.js';
import { judgeDocuments, type SentOut } from './judge-documents.js';
import type { DocumentWarning } from './warning-codes.js';

/** The driver and the vehicle that are sent out, on which day (YYYY-MM-DD), and which field of the body names it. */
export interface SendingOut extends SentOut {
  day: string;
  field: string;
}

/** Expired documents and statuses are warned of; they refuse only where the tenant asks for that. */
@Injectable()
export class DocumentPolicy {
  constructor(private readonly configurations: LogisticsConfigurations) {}

  /** @throws conflict with `details.blockers` where the tenant requires valid documents */
  async warningsOf(ctx: Context, { day, field, ...of }: SendingOut): Promise<DocumentWarning[]> {
    const warnings = judgeDocuments(of, day);
    if (warnings.length > 0 && (await this.configurations.of(ctx)).require_valid_documents)
      throw refusal(field, warnings);
    return warnings;
  }
}

function refusal(field: string, blockers: DocumentWarning[]): DomainError {
  const message = messages.documentsNotValid({ blockers });
  return new DomainError('conflict', message, { errors: [{ field, message }], details: { blockers } });
}
