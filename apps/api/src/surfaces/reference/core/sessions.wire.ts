import { Session } from '@usaha/core';
import { field } from '../../../wire/field.js';
import { viewFor } from '../../../wire/view.js';

@field.record('A session: one sign-in, with its access and refresh tokens')
export class SessionView {
  @field.id('Id of the session') id!: string;
  @field.instant('When the user signed in (UTC)') created_at!: Date;
  @field.instant('When a request last used it (UTC), at most a minute late') last_seen_at!: Date;
  @field.instant('When it ends by itself (UTC)') expires_at!: Date;
  @field.text('Address from which the user signed in; null where it is not known', '203.0.113.7', { nullable: true })
  address!: string | null;
  @field.text(
    'User agent with which the user signed in, at most 200 characters; null where it is not known',
    'Mozilla/5.0 (Linux; Android 15) Chrome/142.0',
    { nullable: true },
  )
  user_agent!: string | null;
  @field.instant('When a second factor was last verified in it (UTC); null: it was not', { nullable: true })
  mfa_at!: Date | null;
  @field.flag('Whether this request belongs to it', true) is_current!: boolean;
}

@field.record('How many sessions ended')
export class EndedSessionsView {
  @field.count('Number of sessions that ended', 2) ended!: number;
}

/** @param current the id of the session that the request belongs to */
export const sessionView = viewFor<Session, SessionView, string | undefined>(Session, SessionView, {
  personal: ['address', 'user_agent'],
  fields: {
    last_seen_at: (session) => session.last_seen_at ?? session.created_at,
    is_current: ({ id }, current) => id === current,
  },
});
