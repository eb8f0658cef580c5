import { Controller, Param } from '@nestjs/common';
import { UserErasure, UserExport, UserService } from '@usaha/core';
import type { Context } from '@usaha/shared';
import { Ctx } from '../../../wire/context.decorator.js';
import { ApiTags } from '../../../wire/for-documents.js';
import { Needs, SessionOnly, StepUp } from '../../../wire/permissions.js';
import { Records } from '../../../wire/records.js';
import { Acts, Addition, Reads } from '../../../wire/route.js';
import { UserErasureView, UserExportView, userErasureView, userExportView } from './user-privacy.wire.js';

/** Data of users, exported and erased on request. */
@ApiTags('users')
@Records({ user_id: UserService })
@Controller('api/v1/users')
export class ReferenceUserPrivacyController {
  constructor(
    private readonly exports: UserExport,
    private readonly erasures: UserErasure,
  ) {}

  @Reads(':user_id/export', UserExportView, {
    summary: "Export a user's data",
    description:
      'For administrators, and for the user. Exports the account, its sessions, the files that the user uploaded and no record has, its audit trail and what the user did. The export is recorded in the audit trail (A-503).',
  })
  @Addition()
  @Needs('users.export')
  @SessionOnly()
  @StepUp()
  async export(@Ctx() ctx: Context, @Param('user_id') id: string): Promise<UserExportView> {
    return userExportView(ctx, await this.exports.of(ctx, id));
  }

  @Acts(':user_id/erase', UserErasureView, {
    summary: "Erase a user's data",
    description:
      'For administrators. Erases names, username, e-mail, telephone, identity document, password and addresses of sign-ins permanently; the user is deleted, and can no longer sign in; files that the user uploaded and no record has are deleted. Ids stay, so that records name who did what without telling who that was. A deleted user can be erased as well. Yourself and the last administrator: 409 (A-503).',
  })
  @Addition()
  @Needs('users.administer')
  @SessionOnly()
  @StepUp()
  async erase(@Ctx() ctx: Context, @Param('user_id') id: string): Promise<UserErasureView> {
    return userErasureView(await this.erasures.erase(ctx, id));
  }
}
