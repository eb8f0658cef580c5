import { Injectable } from '@nestjs/common';
import { TenantRepository, UserRepository } from '@usaha/core';
import { conflict, type Context } from '@usaha/shared';
import { messages } from '../messages.js';
import type { ReportCard, ReportCardPeriod } from './report-card.js';
import { ReportCardService } from './report-card.service.js';

/** The largest class whose cards are handed out in one file. */
export const MOST_CARDS = 500;

/** Report cards with what is printed beside them. */
export interface ReportCardDocument {
  /** Name of the school. */
  business: string;
  cards: ReportCard[];
  /** What teachers are called who are users of the tenant, by the text that names them on a class. */
  teachers: ReadonlyMap<string, string>;
}

/** Report cards to be printed: of one student, or of a class. */
@Injectable()
export class ReportCardDocumentService {
  constructor(
    private readonly reportCards: ReportCardService,
    private readonly tenants: TenantRepository,
    private readonly users: UserRepository,
  ) {}

  /** @throws not_found, invalid for a year that is none */
  async ofStudent(ctx: Context, student_id: string, asked: ReportCardPeriod): Promise<ReportCardDocument> {
    return this.documentOf(ctx, [await this.reportCards.ofStudent(ctx, student_id, asked)]);
  }

  /** Of everybody with a seat in the class, by name. @throws not_found, invalid, conflict for more than 500 students */
  async ofClass(ctx: Context, class_id: string, asked: ReportCardPeriod): Promise<ReportCardDocument> {
    const cards = await this.reportCards.ofClass(ctx, class_id, asked);
    if (cards.length > MOST_CARDS) throw conflict('class_id', messages.tooManyCards({ most: MOST_CARDS }));
    return this.documentOf(ctx, cards);
  }

  private async documentOf(ctx: Context, cards: ReportCard[]): Promise<ReportCardDocument> {
    const named = cards.flatMap(({ classes }) => classes.flatMap(({ teacher_id }) => teacher_id ?? []));
    const [{ name }, teachers] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.users.namesOf(ctx, [...new Set(named)]),
    ]);
    return { business: name, cards, teachers };
  }
}
