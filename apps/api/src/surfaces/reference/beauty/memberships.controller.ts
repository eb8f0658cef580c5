import { Body, Controller, Param, Query } from '@nestjs/common';
import { MembershipService } from '@usaha/beauty';
import { malaysianDay, type Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { OfModule } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Addition, Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../reference.js';
import {
  MembershipBody,
  MembershipListQuery,
  MembershipPatch,
  MembershipView,
  membershipView,
} from './memberships.wire.js';

@ApiTags('memberships')
@OfModule('beauty')
@Records({ membership_id: MembershipService })
@Controller('api/v1/beauty/memberships')
export class ReferenceMembershipsController {
  constructor(private readonly memberships: MembershipService) {}

  @Creates('', MembershipView, {
    summary: 'Create a membership',
    description:
      'Client and type are required. A client may have several at once; nothing is charged, and the membership_level of the client stays (A-263).',
  })
  async create(@Ctx() ctx: Context, @Body() body: MembershipBody) {
    return membershipView(malaysianDay(ctx.now))(await this.memberships.create(ctx, body));
  }

  @Lists('', 'memberships', MembershipView, {
    summary: 'List memberships',
    description: 'Newest first. Those of deleted clients are listed too (A-254).',
  })
  @Addition()
  async list(@Ctx() ctx: Context, @Query() query: MembershipListQuery) {
    return (await this.memberships.list(ctx, query, pageOf(query))).map(membershipView(malaysianDay(ctx.now)));
  }

  @Reads(':membership_id', MembershipView, {
    summary: 'Read a membership',
    description: 'is_current says whether it is active today, UTC+8 (A-263).',
  })
  @Addition()
  async get(@Ctx() ctx: Context, @Param('membership_id') id: string) {
    return membershipView(malaysianDay(ctx.now))(await this.memberships.get(ctx, id));
  }

  @Changes(':membership_id', MembershipView, {
    summary: 'Change a membership',
    description: 'Absent fields are unchanged (A-18). If the data of the client were erased: 409.',
  })
  @Addition()
  async update(@Ctx() ctx: Context, @Param('membership_id') id: string, @Body() body: MembershipPatch) {
    return membershipView(malaysianDay(ctx.now))(await this.memberships.update(ctx, id, body));
  }
}
