import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equalsId,
  fromDay,
  malaysianDay,
  toDay,
  type Bind,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
} from '@usaha/shared';
import { Bill, awaitingStatuses, type BillStatus } from './bill.entity.js';
import { billEvents } from './bill.events.js';
import { nouns } from '../messages.js';

/** Filters of a list of bills. Dates are calendar days, UTC+8, both included (A-24). */
export interface BillQuery {
  patient_id?: string;
  /** As it reads today. */
  status?: BillStatus;
  date_from?: string;
  date_to?: string;
}

/** Of bills `r` that await their money: whether they were due before a day. */
const isLate = (today: string): string =>
  `r.status in (${awaitingStatuses.map((status) => `'${status}'`).join(', ')}) and r.due_date < ${today}`;

/** Whether bills `r` read overdue on a day: `Bill.statusOn` in SQL (A-166). @param today placeholder of YYYY-MM-DD */
export const readsOverdue = (today: string): string => `(r.status = 'overdue' or ${isLate(today)})`;

interface StatusOnDay {
  status: BillStatus;
  today: string;
}

function readsStatus({ status, today }: StatusOnDay, bind: Bind): string {
  if (status === 'overdue') return readsOverdue(bind(today));
  const stored = `r.status = ${bind(status)}`;
  const awaits = (awaitingStatuses as readonly BillStatus[]).includes(status);
  return awaits ? `${stored} and (r.due_date is null or r.due_date >= ${bind(today)})` : stored;
}

type Conditions = Omit<BillQuery, 'status'> & { status?: StatusOnDay };

const filters: Filters<Conditions> = {
  patient_id: equalsId('patient_id'),
  status: readsStatus,
  date_from: fromDay('created_at'),
  date_to: toDay('created_at'),
};

declareReferences({ bills_patient: 'patient_id', bills_appointment: 'appointment_id' });

/** The bills of a tenant. */
@Injectable()
export class BillRepository extends Repository<Bill, Conditions> {
  constructor(database: Database) {
    super(database, Bill, { noun: nouns.bill, filters, events: billEvents });
  }

  /** One page, newest first; the status asked for is the one that is read today. */
  matching(ctx: Context, { status, ...query }: BillQuery, page: PageRequest): Promise<Page<Bill>> {
    const today = malaysianDay(ctx.now);
    return this.list(ctx, { ...query, ...(status === undefined ? {} : { status: { status, today } }) }, page);
  }
}
