import { Injectable } from '@nestjs/common';
import { Bin, type ConsentStatement, type PersonName } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { withoutWhatWasShown } from './pay-and-papers.js';
import { StaffMember, type StaffDetails, type StaffPay } from './staff-member.entity.js';
import { StaffRepository, type StaffQuery } from './staff.repository.js';

/** What may be changed of a member of staff; what is absent stays, null clears an optional field. */
export type StaffChanges = Partial<StaffDetails & StaffPay & ConsentStatement & Pick<StaffMember, 'working_hours'>>;

/** What a member of staff is created from. */
export type NewStaffMember = StaffChanges & PersonName;

/** The staff of the context's tenant. */
@Injectable()
export class StaffService {
  constructor(
    private readonly staff: StaffRepository,
    private readonly bin: Bin,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<StaffMember> {
    return this.staff.get(ctx, id);
  }

  list(ctx: Context, query: StaffQuery, page: PageRequest): Promise<Page<StaffMember>> {
    return this.staff.list(ctx, query, page);
  }

  /** Records by texts of their id or of another key, locked in the order of their ids: see `Repository.byKey`. */
  byKey(ctx: Context, key: string, texts: readonly string[]): ReturnType<StaffRepository['byKey']> {
    return this.staff.byKey(ctx, key, texts);
  }

  /** A user who may create a member may state pay and papers. @throws invalid for hours that are none */
  async create(ctx: Context, data: NewStaffMember): Promise<StaffMember> {
    const member = new StaffMember();
    apply(ctx, member, data);
    return this.staff.insert(ctx, member);
  }

  /** @throws not_found, invalid for hours that are none, forbidden for pay and papers that the actor does not see */
  async update(ctx: Context, id: string, changes: StaffChanges): Promise<StaffMember> {
    const member = await this.staff.lock(ctx, id);
    apply(ctx, member, withoutWhatWasShown(ctx.actor, member, changes));
    return this.staff.save(ctx, member);
  }

  /** Appointments that name the member stay as they are. @throws not_found */
  async remove(ctx: Context, id: string): Promise<StaffMember> {
    const member = await this.staff.lock(ctx, id);
    this.staff.remove(ctx, member);
    return member;
  }

  /** Undoes the deletion. @throws not_found */
  restore(ctx: Context, id: string): Promise<StaffMember> {
    return this.bin.restore(ctx, this.staff, id);
  }
}

function apply(ctx: Context, member: StaffMember, changes: StaffChanges): void {
  member.describe(changes);
  member.pay(changes);
  if (changes.working_hours !== undefined) member.setWorkingHours(changes.working_hours);
  member.stateConsent(changes, ctx.now);
}
