import { Injectable } from '@nestjs/common';
import { Bin, type PersonName } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { AssignmentService } from '../assignment/assignment.service.js';
import { Driver, type DriverDetails } from './driver.entity.js';
import { withoutMasked } from './pay-and-papers.js';
import { DriverHolding } from './driver-holding.js';
import { DriverRepository, type DriverQuery } from './driver.repository.js';

/** What may be changed of a driver; absent fields stay, null clears an optional field. */
export type DriverChanges = Partial<DriverDetails>;

/** What a driver is created from. */
export type NewDriver = DriverChanges & PersonName;

/** The drivers of the context's tenant. */
@Injectable()
export class DriverService {
  constructor(
    private readonly drivers: DriverRepository,
    private readonly assignments: AssignmentService,
    private readonly holding: DriverHolding,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<Driver> {
    return this.drivers.get(ctx, id);
  }

  list(ctx: Context, query: DriverQuery, page: PageRequest): Promise<Page<Driver>> {
    return this.drivers.matching(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<DriverRepository['byKey']> {
    return this.drivers.byKey(ctx, key, texts);
  }

  /** @throws invalid for pay that cannot be kept */
  async create(ctx: Context, data: NewDriver): Promise<Driver> {
    const driver = new Driver();
    driver.describe(data);
    return this.drivers.insert(ctx, driver);
  }

  /** @throws not_found; invalid for pay that cannot be kept; forbidden for pay that the actor does not see */
  async update(ctx: Context, id: string, changes: DriverChanges): Promise<Driver> {
    const driver = await this.drivers.lock(ctx, id);
    driver.describe(withoutMasked(ctx.actor, driver, changes));
    return this.drivers.save(ctx, driver);
  }

  /** The driver's vehicles are taken back; records that name the driver are kept. @throws not_found */
  async remove(ctx: Context, id: string): Promise<Driver> {
    const driver = await this.drivers.lock(ctx, id);
    await this.assignments.takeBackAll(ctx, driver.id);
    this.drivers.remove(ctx, driver);
    return driver;
  }

  /** Undoes the deletion. Vehicles that were taken back stay so. @throws not_found */
  restore(ctx: Context, id: string): Promise<Driver> {
    return this.bin.restore(ctx, this.drivers, id);
  }

  /** Takes back the vehicles of a driver whose data are erased next, deleted or not. Locks all that names the driver. */
  async beforeErasure(ctx: Context, id: string): Promise<void> {
    const driver = await this.holding.withAll(ctx, id);
    if (driver) await this.assignments.takeBackAll(ctx, driver.id);
  }
}
