import { Injectable } from '@nestjs/common';
import { TenantRepository, UserRepository, type Letterhead } from '@usaha/core';
import type { Context } from '@usaha/shared';
import type { ReportCard, ReportCardPeriod } from './report-card.js';
import { ReportCardService } from './report-card.service.js';

/** Report cards with the facts that are printed next to them. */
export interface ReportCardDocument {
  /** The school. */
  business: Letterhead;
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

  /** Of everybody with a seat in the class, by name. @throws not_found, invalid, conflict for more than 300 students */
  async ofClass(ctx: Context, class_id: string, asked: ReportCardPeriod): Promise<ReportCardDocument> {
    return this.documentOf(ctx, await this.reportCards.ofClass(ctx, class_id, asked));
  }

  private async documentOf(ctx: Context, cards: ReportCard[]): Promise<ReportCardDocument> {
    const named = cards.flatMap(({ classes }) => classes.flatMap(({ teacher_id }) => teacher_id ?? []));
    const [business, teachers] = await Promise.all([
      this.tenants.get(ctx, ctx.tenant_id),
      this.users.namesOf(ctx, [...new Set(named)]),
    ]);
    return { business, cards, teachers };
  }
}
