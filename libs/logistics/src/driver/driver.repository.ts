import { Injectable } from '@nestjs/common';
import {
  Database,
  Repository,
  declareReferences,
  equals,
  equalsKey,
  isUuid,
  matchesOrHasIc,
  noteHeld,
  soughtIn,
  type Context,
  type Filters,
  type Page,
  type PageRequest,
  type Row,
  type Sought,
} from '@usaha/shared';
import { nouns } from '../messages.js';
import { Driver, type DriverStatus } from './driver.entity.js';
import { driverEvents } from './driver.events.js';
import { seesPayAndPapers } from './pay-and-papers.js';

/** Filters of a list of drivers. Texts are compared whole, regardless of case. */
export interface DriverQuery {
  status?: DriverStatus;
  license_class?: string;
  employment_status?: string;
  /** A part of the name (first and last together) or the e-mail; the first 6 to 12 digits of the IC number, or its last 4. */
  search?: string;
}

type Conditions = Omit<DriverQuery, 'search'> & { search?: Sought };

const filters: Filters<Conditions> = {
  status: equals('status'),
  license_class: equalsKey('license_class_key'),
  employment_status: equalsKey('employment_status_key'),
  search: matchesOrHasIc('logistics.drivers'),
};

/** The vehicles of a driver, in one reading with the driver. */
const extraColumns = `array(select v.id::text from logistics.vehicles v
  where v.tenant_id = $1 and v.assigned_driver_id = r.id and v.deleted_at is null order by v.id)`;

const keys = { ic_number: { tokens: 'logistics.drivers_with_ic_number', as: 'ic' } } as const;

declareReferences({ drivers_tenant: 'tenant_id' });

/** A driver as the holder of cash. */
export interface CashHolder {
  id: string;
  /** Nothing may be written about one whose data were erased. */
  is_erased: boolean;
}

const bin = {
  resource: 'logistics.drivers',
  label: ({ first_name, last_name }: Driver) => `${first_name} ${last_name}`,
};

/** The drivers of a tenant. */
@Injectable()
export class DriverRepository extends Repository<Driver, Conditions> {
  constructor(database: Database) {
    super(database, Driver, { noun: nouns.driver, filters, keys, extraColumns, events: driverEvents, bin });
  }

  /** One page, newest first. The IC number is found by tokens, for callers who are shown it whole. */
  matching(ctx: Context, { search, ...query }: DriverQuery, page: PageRequest): Promise<Page<Driver>> {
    const sought = search === undefined ? undefined : soughtIn(ctx, search, seesPayAndPapers(ctx.actor));
    return this.list(ctx, { ...query, search: sought }, page);
  }

  /**
   * Holds a driver until the transaction ends, also one who was deleted, or whose data were erased: what was collected still has to be
   * handed in. @throws not_found where there is none
   */
  async lockAccount(ctx: Context, id: string): Promise<CashHolder> {
    const text = `select r.id, r.version, r.erased_at is not null from ${this.table.path} r
      where r.tenant_id = $1 and r.id = $2 for no key update`;
    const [row] = isUuid(id) ? await ctx.db.lock(text, [ctx.tenant_id, id]) : [];
    if (!row) return this.missing();
    const [held, version, is_erased] = row as [string, number, boolean];
    noteHeld(ctx, { path: this.table.path, words: this.words }, [{ id: held, version }]);
    return { id: held, is_erased };
  }

  protected override hydrate(ctx: Context, row: Row): Driver {
    const driver = super.hydrate(ctx, row);
    driver.vehicle_ids = row[this.table.width] as string[];
    return driver;
  }
}
