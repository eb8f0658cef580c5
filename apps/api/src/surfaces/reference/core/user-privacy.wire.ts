import { Session, type ErasedUser, type UserExported } from '@usaha/core';
import type { Actor, Context } from '@usaha/shared';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { FormerNameView } from '../person-privacy.wire.js';
import { AuditView, auditView } from './audit.wire.js';
import { FileView, fileView } from './files.wire.js';
import { UserView, userView } from './users.wire.js';

@field.record('A session of a user, as it is kept')
export class ExportedSessionView {
  @field.id('Id of the session') id!: string;
  @field.instant('When the user signed in (UTC)') created_at!: Date;
  @field.instant('When a request last used it (UTC); null: not known', { nullable: true }) last_seen_at!: Date | null;
  @field.instant('When it ends by itself (UTC)') expires_at!: Date;
  @field.instant('When it ended (UTC); null: it has not been ended', { nullable: true }) ended_at!: Date | null;
  @field.text('Address from which the user signed in; null where it is not known', '203.0.113.7', { nullable: true })
  address!: string | null;
  @field.text('User agent; null where it is not known', 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0', {
    nullable: true,
  })
  user_agent!: string | null;
  @field.instant('When a second factor was last verified in it (UTC); null: it was not', { nullable: true })
  mfa_at!: Date | null;
}

const sessionView = viewOf(Session, ExportedSessionView, { personal: ['address', 'user_agent'] });

@field.record('All data stored about one user; of each list the newest 1,000')
export class UserExportView {
  @field.instant('When the export was made (UTC)') exported_at!: Date;
  @field.nested('The user', UserView) user!: UserView;
  @field.nestedList('Sessions, newest first', ExportedSessionView) sessions!: ExportedSessionView[];
  @field.nestedList('How earlier documents name the user, the last first', FormerNameView)
  former_names!: FormerNameView[];
  @field.nestedList('Files that the user uploaded and no record has, newest first (A-493)', FileView)
  files!: FileView[];
  @field.nestedList('Sign-ins and wrong passwords of the last 90 days, newest first', AuditView) sign_ins!: AuditView[];
  @field.nestedList('Changes of the account, newest first', AuditView) audit_entries!: AuditView[];
  @field.nestedList('What the user did, newest first', AuditView) deeds!: AuditView[];
}

/** @param actor sees the IC number whole: the user, or an administrator */
export function userExportView(
  ctx: Context,
  { user, sessions, former_names, files, sign_ins, audit_entries, deeds }: UserExported,
): UserExportView {
  const actor: Actor | null = ctx.actor;
  return {
    exported_at: ctx.now,
    user: userView(actor)(user),
    sessions: sessions.map((session) => sessionView(session)),
    former_names,
    files: files.map((file) => fileView(file)),
    sign_ins: sign_ins.map((entry) => auditView(entry)),
    audit_entries: audit_entries.map((entry) => auditView(entry)),
    deeds: deeds.map((entry) => auditView(entry)),
  };
}

@field.record("The result of an erasure of a user's data")
export class UserErasureView {
  @field.id('Id of the user, who can no longer be found') id!: string;
  @field.flag('Always true', true) erased!: boolean;
  @field.instant('When it was done (UTC)') erased_at!: Date | null;
  @field.count('Number of files that the user had uploaded and no record had, which were deleted (A-493)', 0)
  files!: number;
}

export const userErasureView = ({ user: { id, erased_at }, files }: ErasedUser): UserErasureView => ({
  id,
  erased: true,
  erased_at,
  files,
});
