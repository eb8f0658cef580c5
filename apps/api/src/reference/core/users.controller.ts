import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { UserService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs, NotIdempotent, Tenantless } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Acts, Changes, Creates, Deletes, Lists, Reads } from '../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  ChangePasswordBody,
  UserBody,
  UserListQuery,
  UserPatch,
  UserView,
  newUser,
  userChanges,
  userQuery,
  userView,
} from './users.wire.js';

@ApiTags('users')
@Records({ user_id: UserService })
@Controller('api/v1/users')
export class ReferenceUsersController {
  constructor(private readonly users: UserService) {}

  @Creates('', UserView, {
    summary: 'Create a user',
    description: 'For administrators. Username and e-mail are unique within the tenant (A-34).',
  })
  @Needs('users.administer')
  async create(@Ctx() ctx: Context, @Body() body: UserBody) {
    return userView(ctx.actor)(await this.users.create(ctx, newUser(body)));
  }

  @Lists('', 'users', UserView, { summary: 'List users', description: "The users of one's own tenant, newest first." })
  async list(@Ctx() ctx: Context, @Query() query: UserListQuery) {
    return (await this.users.list(ctx, userQuery(query), pageOf(query))).map(userView(ctx.actor));
  }

  @Reads(':user_id', UserView, {
    summary: 'Read a user',
    description:
      'By the uuid or the integer (A-39). Administrators and the user himself see the IC number whole, colleagues its last four characters.',
  })
  async get(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(ctx.actor)(await this.users.get(ctx, id));
  }

  @Changes(':user_id', UserView, {
    summary: 'Change a user',
    description:
      'Administrators change everybody, set passwords (A-41) and activate or deactivate (A-55); everybody changes his own names and phone (A-53). What is absent stays (A-18). The last administrator can be neither demoted nor deactivated.',
  })
  @Needs('users.change')
  async update(@Ctx() ctx: Context, @Param('user_id') id: string, @Body() body: UserPatch) {
    return userView(ctx.actor)(await this.users.update(ctx, id, userChanges(body)));
  }

  @Deletes(':user_id', DeletedView, {
    summary: 'Delete a user',
    description:
      'For administrators. His tokens are dead. Nobody deletes himself, and the last administrator cannot be deleted.',
  })
  @Needs('users.administer')
  async remove(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return deleted(await this.users.remove(ctx, id));
  }

  @Acts(':user_id/change-password', UserView, {
    summary: 'Change the own password',
    description: 'Only the account itself; all its other sessions end. A wrong current password is a 400 (A-45).',
  })
  @Needs('users.change_password')
  @NotIdempotent()
  @Tenantless()
  async changePassword(
    @Ctx() ctx: Context,
    @Param('user_id') id: string,
    @Body() { current_password, new_password }: ChangePasswordBody,
  ) {
    return userView(ctx.actor)(await this.users.changePassword(ctx, id, current_password, new_password));
  }
}
