import { Body, Controller, Param, Query } from '@nestjs/common';
import { FactorService, Invitations, SessionService, UserService, type Client } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { FromClient, Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, NotIdempotent, OpenWithoutFactor, SessionOnly, StepUp, Tenantless } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Changes, Creates, Deletes, Lists, Reads } from '../../../wire/route.js';
import { DeletedView, deleted, pageOf } from '../reference.js';
import {
  InvitationBody,
  InvitationView,
  InvitedUserView,
  RenewInvitationBody,
  invitationView,
  invitedUserView,
  newInvited,
} from './invitations.wire.js';
import { EndedSessionsView } from './sessions.wire.js';
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
  constructor(
    private readonly users: UserService,
    private readonly sessions: SessionService,
    private readonly factors: FactorService,
    private readonly invitations: Invitations,
  ) {}

  @Creates('', UserView, {
    summary: 'Create a user',
    description:
      'For administrators. Username and e-mail are unique within the tenant (A-34). driver_id makes the user a driver (A-373).',
  })
  @Needs('users.administer')
  async create(@Ctx() ctx: Context, @Body() body: UserBody) {
    return userView(ctx.actor)(await this.users.create(ctx, newUser(body)));
  }

  @Creates('invitations', InvitedUserView, {
    summary: 'Invite a user',
    description:
      'For administrators. Creates a user without a password and sends a letter with a link, valid for seven days, by which the user chooses one and becomes active. Without PUBLIC_URL or SMTP_URL in production 409 LETTERS_UNAVAILABLE (A-407, A-403).',
  })
  @Needs('users.administer')
  @SessionOnly()
  @Addition()
  async invite(@Ctx() ctx: Context, @Body() { link_url, ...body }: InvitationBody) {
    return invitedUserView(ctx.actor, await this.invitations.create(ctx, newInvited(body), link_url));
  }

  @Reads(':user_id/invitation', InvitationView, {
    summary: "Read a user's invitation",
    description:
      'For administrators. Says how the latest invitation of a user stands. Of a user who was never invited, or whose last invitation ended more than a day ago, it is answered with 404 (A-407).',
  })
  @Needs('users.administer')
  @SessionOnly()
  @Addition()
  async invitation(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return invitationView(await this.invitations.latest(ctx, id));
  }

  @Acts(':user_id/invitation', InvitationView, {
    summary: 'Invite a user again',
    description:
      'For administrators. Sends another invitation; the link of the one before works no more. Of a user who is not pending it is answered with 409 (A-407).',
  })
  @Needs('users.administer')
  @SessionOnly()
  @Addition()
  async inviteAgain(@Ctx() ctx: Context, @Param('user_id') id: string, @Body() { link_url }: RenewInvitationBody) {
    return invitationView(await this.invitations.renew(ctx, id, link_url));
  }

  @Lists('', 'users', UserView, { summary: 'List users', description: 'Lists the users of your tenant, newest first.' })
  async list(@Ctx() ctx: Context, @Query() query: UserListQuery) {
    return (await this.users.list(ctx, userQuery(query), pageOf(query))).map(userView(ctx.actor));
  }

  @Reads(':user_id', UserView, {
    summary: 'Read a user',
    description:
      'Reads the user by uuid or integer id. Administrators and the user see the whole IC number, colleagues its last four characters (A-39).',
  })
  async get(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(ctx.actor)(await this.users.get(ctx, id));
  }

  @Changes(':user_id', UserView, {
    summary: 'Change a user',
    description:
      'Administrators may change all users, set passwords, and activate or deactivate; other users may change their own names and telephone number. Your own password or e-mail needs current_password. A password or e-mail that you set for another user ends that user’s power over the tenants that the user created (A-391). Absent fields are unchanged. is_active: true of a user without a password is answered with 409 (A-411). The last administrator who can sign in can be neither demoted nor deactivated (A-41, A-55, A-53, A-18).',
  })
  @Needs('users.change')
  async update(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Param('user_id') id: string,
    @Body() body: UserPatch,
  ) {
    return userView(ctx.actor)(await this.users.update(ctx, id, { ...userChanges(body), client }));
  }

  @Deletes(':user_id', DeletedView, {
    summary: 'Delete a user',
    description:
      'For administrators. Deletes the user, whose tokens are refused from then on. Users cannot delete themselves, and the last administrator cannot be deleted.',
  })
  @Needs('users.administer')
  async remove(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return deleted(await this.users.remove(ctx, id));
  }

  @Acts(':user_id/restore', UserView, {
    summary: 'Restore a deleted user',
    description:
      'For administrators. The user is inactive, without a second factor. A username or e-mail that another user has by now is answered with 409. A user that is not deleted, or was deleted longer ago than settings.bin_days of the business, is not found (A-508).',
  })
  @Needs('users.administer')
  @Addition()
  async restore(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(ctx.actor)(await this.users.restore(ctx, id));
  }

  @Acts(':user_id/reset-mfa', UserView, {
    summary: 'Reset the second factor of a user',
    description:
      'For administrators. Ends the second factor of another user who has lost it, with the recovery codes and all sessions; the user is told by letter. Yourself and a user without a factor: 409. Administrators with a second factor need a code of the last ten minutes (A-426, A-427).',
  })
  @Needs('users.administer')
  @NotIdempotent()
  @SessionOnly()
  @StepUp()
  @Addition()
  async resetMfa(@Ctx() ctx: Context, @Param('user_id') id: string) {
    return userView(ctx.actor)(await this.factors.reset(ctx, id));
  }

  @Acts(':user_id/change-password', UserView, {
    summary: 'Change your password',
    description:
      'For the user of the account only. Ends all other sessions of the account. A wrong current password is answered with 400; after 20 wrong ones within 15 minutes from one address, further attempts are answered with 429 (A-45, A-393).',
  })
  @Needs('users.change_password')
  @OpenWithoutFactor()
  @NotIdempotent()
  @Tenantless()
  @SessionOnly()
  async changePassword(
    @Ctx() ctx: Context,
    @FromClient() client: Client,
    @Param('user_id') id: string,
    @Body() { current_password, new_password }: ChangePasswordBody,
  ) {
    return userView(ctx.actor)(await this.users.changePassword(ctx, id, current_password, new_password, client));
  }

  @Acts(':user_id/end-sessions', EndedSessionsView, {
    summary: 'End the sessions of a user',
    description:
      'For administrators. Ends all sessions of the user, your own too if you are the user: access and refresh tokens are refused (A-410).',
  })
  @Addition()
  @Needs('users.administer')
  @SessionOnly()
  async endSessions(@Ctx() ctx: Context, @Param('user_id') id: string): Promise<EndedSessionsView> {
    return { ended: await this.sessions.endAllOf(ctx, id) };
  }
}
