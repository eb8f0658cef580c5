import { Injectable } from '@nestjs/common';
import { retryAfter, type ServiceDocument } from '../client/index.js';
import type { EinvoiceDocument } from '../record/einvoice-document.entity.js';
import type { EinvoiceSubmission } from '../record/einvoice-submission.entity.js';
import type { EinvoiceConnection } from './einvoice-connections.js';
import { foundOf, type Sought } from './found-document.js';

/** By how much the service's clock may differ from ours, and how long it may take to receive a submission. */
const MARGIN_MS = 5 * 60_000;
/** Pages of a search, which are of a hundred documents. */
const MOST_PAGES = 50;

/** Documents of the service that are ours. */
export interface Found {
  found: Map<string, ServiceDocument>;
  /** Whether the service has told all: what is not among it was not received. */
  isComplete: boolean;
  /** The time that the service named before it would answer. */
  retry_after_ms: number | null;
}

/** Searches the service for documents of unknown outcome: what was sent since the first submission, by type. */
@Injectable()
export class EinvoiceSearch {
  async of(
    connection: EinvoiceConnection,
    { created_at }: EinvoiceSubmission,
    documents: readonly EinvoiceDocument[],
    now: Date,
  ): Promise<Found> {
    const found = new Map<string, ServiceDocument>();
    const times = {
      from: new Date(created_at.getTime() - MARGIN_MS),
      to: new Date(now.getTime() + MARGIN_MS),
    };
    const whole = { isComplete: true, retry_after_ms: null as number | null };
    for (const type_code of new Set(documents.map((document) => document.type_code))) {
      const sought = documents.filter((document) => document.type_code === type_code);
      const told = await this.pages(connection, { ...times, type_code }, sought, found);
      if (told === 'all') continue;
      whole.isComplete = false;
      whole.retry_after_ms ??= told;
    }
    return { found, ...whole };
  }

  /** @returns `all` where it was told to its end, or the time that the service named */
  private async pages(
    connection: EinvoiceConnection,
    asked: { from: Date; to: Date; type_code: EinvoiceDocument['type_code'] },
    sought: readonly EinvoiceDocument[],
    found: Map<string, ServiceDocument>,
  ): Promise<'all' | number | null> {
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const answer = await connection.call((client, token) => client.search(token, { ...asked, page }));
      if (answer.outcome !== 'done') return retryAfter(answer);
      for (const document of sought) {
        const there = foundOf(soughtOf(document), answer.value.documents);
        if (there && !found.has(document.id)) found.set(document.id, there);
      }
      if (page >= answer.value.pages || sought.every(({ id }) => found.has(id))) return 'all';
    }
    return null;
  }
}

const soughtOf = (document: EinvoiceDocument): Sought => {
  const { number, type_code, currency, exchange_rate, payable } = document;
  return { number, type_code, currency, exchange_rate, payable, issued_at: document.issued_at ?? document.created_at };
};
