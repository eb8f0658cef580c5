import { Body, Controller, Param, Query } from '@nestjs/common';
import { UserService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../../wire/route.js';
import { pageOf } from '../contract.js';
import {
  UserCreate,
  UserListQuery,
  UserUpdate,
  UserView,
  newUser,
  userChanges,
  userQuery,
  userView,
} from './users.wire.js';

@ApiTags('users')
@Records({ user_id: UserService })
@Controller('v1/users')
export class ContractUsersController {
  constructor(private readonly users: UserService) {}

  @Lists('', 'users', UserView, { summary: 'List users', description: 'Lists the users of your tenant, newest first.' })
  async list(@Ctx() ctx: Context, @Query() query: UserListQuery) {
    return (await this.users.list(ctx, userQuery(query), pageOf(query))).map(userView);
  }

  @Creates('', UserView, {
    summary: 'Create a user',
    description:
      'For administrators. Without a password the user is PENDING until one is set on the reference surface (A-41).',
  })
  @Needs('users.administer')
  async create(@Ctx() ctx: Context, @Body() body: UserCreate) {
    return userView(await this.users.create(ctx, newUser(body)));
  }

  @Reads(':user_id', UserView, { summary: 'Read a user', description: 'Reads the user by uuid or integer id (A-39).' })
  async get(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(await this.users.get(ctx, id));
  }

  @Changes(':user_id', UserView, {
    summary: 'Change a user',
    description:
      'Administrators may change all users; other users may change their own names and telephone number. Absent fields are unchanged. The last administrator cannot be demoted (A-53, A-18).',
  })
  @Needs('users.change')
  async update(@Ctx() ctx: Context, @Param('user_id') id: string, @Body() body: UserUpdate) {
    return userView(await this.users.update(ctx, id, userChanges(body)));
  }
}
