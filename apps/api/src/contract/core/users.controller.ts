import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { UserService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { Needs } from '../../wire/permissions.js';
import { Records } from '../../wire/records.js';
import { Changes, Creates, Lists, Reads } from '../../wire/route.js';
import { pageOf } from '../contract.js';
import { UserCreate, UserListQuery, UserUpdate, UserView, userView } from './users.wire.js';

@ApiTags('users')
@Records({ user_id: UserService })
@Controller('v1/users')
export class ContractUsersController {
  constructor(private readonly users: UserService) {}

  @Lists('', 'users', UserView, { summary: 'List users', description: "The users of one's own tenant, newest first." })
  async list(@Ctx() ctx: Context, @Query() { role, ...page }: UserListQuery) {
    return (await this.users.list(ctx, { role: role?.trim().toUpperCase() }, pageOf(page))).map(userView);
  }

  @Creates('', UserView, {
    summary: 'Create a user',
    description:
      'For administrators. Without a password the user is PENDING until one is set on the reference surface (A-41).',
  })
  @Needs('users.administer')
  async create(@Ctx() ctx: Context, @Body() body: UserCreate) {
    return userView(await this.users.create(ctx, body));
  }

  @Reads(':user_id', UserView, { summary: 'Read a user', description: 'By the uuid or the integer (A-39).' })
  async get(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(await this.users.get(ctx, id));
  }

  @Changes(':user_id', UserView, {
    summary: 'Change a user',
    description:
      'Administrators change everybody, everybody his own names and phone (A-53). What is absent stays (A-18). The last administrator cannot be demoted.',
  })
  @Needs('users.change')
  async update(@Ctx() ctx: Context, @Param('user_id') id: string, @Body() body: UserUpdate) {
    return userView(await this.users.update(ctx, id, body));
  }
}
