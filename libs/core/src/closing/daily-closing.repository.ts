import { Injectable } from '@nestjs/common';
import { Database, Repository, atLeast, atMost, equals, equalsId, type Filters } from '@usaha/shared';
import { nouns } from '../messages.js';
import type { ModuleKey } from '../module/catalogue.js';
import { DailyClosing } from './daily-closing.entity.js';

/** Filters of a list of counts; days are in Malaysia, both included. */
export interface DailyClosingQuery {
  date_from?: string;
  date_to?: string;
  /** Id of the user whose till was counted. */
  cashier?: string;
}

const filters: Filters<DailyClosingQuery & { context: ModuleKey }> = {
  context: equals('context'),
  date_from: atLeast('date'),
  date_to: atMost('date'),
  cashier: equalsId('cashier_id'),
};

/** The counts of a tenant's tills, of all industries. */
@Injectable()
export class DailyClosingRepository extends Repository<DailyClosing, DailyClosingQuery & { context: ModuleKey }> {
  constructor(database: Database) {
    super(database, DailyClosing, { noun: nouns.daily_closing, filters });
  }
}
