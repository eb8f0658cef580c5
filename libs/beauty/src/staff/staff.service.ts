import { Injectable } from '@nestjs/common';
import { PersonErasure, type Erasure } from '@usaha/core';
import type { Context, Page, PageRequest } from '@usaha/shared';
import { staffData } from '../privacy/staff-data.js';
import { withoutWhatWasShown } from './pay-and-papers.js';
import { StaffMember, type StaffDetails, type StaffPay } from './staff-member.entity.js';
import { StaffRepository, type StaffQuery } from './staff.repository.js';

/** What may be changed of a member of staff; what is absent stays, null clears an optional field. */
export type StaffChanges = Partial<
  StaffDetails & StaffPay & Pick<StaffMember, 'working_hours' | 'pdpa_consent' | 'pdpa_consent_stated'>
>;

/** What a member of staff is created from. */
export type NewStaffMember = StaffChanges & Pick<StaffMember, 'first_name' | 'last_name'>;

/** The staff of the context's tenant. */
@Injectable()
export class StaffService {
  constructor(
    private readonly staff: StaffRepository,
    private readonly erasures: PersonErasure,
  ) {}

  /** @throws not_found */
  get(ctx: Context, id: string): Promise<StaffMember> {
    return this.staff.get(ctx, id);
  }

  list(ctx: Context, query: StaffQuery, page: PageRequest): Promise<Page<StaffMember>> {
    return this.staff.list(ctx, query, page);
  }

  /** Whoever may create a member may say pay and papers. @throws invalid for hours that are none */
  create(ctx: Context, data: NewStaffMember): Promise<StaffMember> {
    const member = new StaffMember();
    apply(ctx, member, data);
    return this.staff.insert(ctx, member);
  }

  /** @throws not_found, invalid for hours that are none, forbidden for pay and papers that the actor does not see */
  async update(ctx: Context, id: string, changes: StaffChanges): Promise<StaffMember> {
    const member = await this.staff.hold(ctx, id);
    apply(ctx, member, withoutWhatWasShown(ctx.actor, member, changes));
    return this.staff.save(ctx, member);
  }

  /** Appointments that name the member stay as they are. @throws not_found */
  async remove(ctx: Context, id: string): Promise<StaffMember> {
    const member = await this.staff.hold(ctx, id);
    await this.staff.remove(ctx, member);
    return member;
  }

  /** Blanks for good whatever tells who a member is, deleted or not, in appointments too; the member is deleted. @throws not_found */
  erase(ctx: Context, id: string): Promise<Erasure<StaffMember, keyof typeof staffData.records>> {
    return this.erasures.erase(ctx, staffData, id);
  }
}

function apply(
  ctx: Context,
  member: StaffMember,
  { hourly_rate, commission_rate, working_hours, pdpa_consent, pdpa_consent_stated, ...details }: StaffChanges,
): void {
  member.describe(details);
  member.pay({ hourly_rate, commission_rate });
  if (working_hours !== undefined) member.setWorkingHours(working_hours);
  if (pdpa_consent !== undefined) member.consent(pdpa_consent, ctx.now, pdpa_consent_stated);
}
