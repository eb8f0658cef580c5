import { invitationStates, type Invitation, type InvitationState, type InvitedUser, type NewUser } from '@usaha/core';
import type { Actor } from '@usaha/shared';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { personField } from '../../../wire/person-fields.js';
import { plainView } from '../../../wire/view.js';
import { UserView, roleOf, userRoles, userView } from './users.wire.js';

const states = choices('InvitationState', invitationStates);

/** A page of a consumer that the link of a letter leads to. */
export const linkUrl = field.text(
  'Page of your application that the link leads to: one of link_urls of the tenant or the operator, with `{token}` in it; default: a page of the service',
  'https://app.example/welcome#token={token}',
  { optional: true },
);

/** POST /api/v1/users/invitations/. */
export class InvitationBody {
  @field.email('E-mail, to which the letter goes; unique within the tenant, ignoring case', 'mei.ling@pakdin.example')
  email!: string;
  @field.choice('Role; default user', userRoles, { unset: true }) role?: string;
  @field.text('Username for sign-in; default: the e-mail', 'meiling', { optional: true, max: 254 })
  username?: string | null;
  @field.text('Given name', 'Mei Ling', { optional: true, max: 200 }) first_name?: string | null;
  @field.text('Family name', 'Tan', { optional: true, max: 200 }) last_name?: string | null;
  @personField.phone('+60165550102') phone_number?: string | null;
  @field.texts('Permissions, stored and shown; they grant nothing beyond the role (A-54)', ['reports.view'], {
    unset: true,
  })
  permissions?: string[];
  @linkUrl link_url?: string | null;
}

/** POST /api/v1/users/{user_id}/invitation/. */
export class RenewInvitationBody {
  @linkUrl link_url?: string | null;
}

@field.record('How an invitation stands')
export class InvitationView {
  @field.choice('waiting: no mail server has taken the letter yet; ended: used, replaced, or older than a week', states)
  state!: InvitationState;
  @field.instant('When a mail server took the letter (UTC)', { nullable: true }) sent_at!: Date | null;
  @field.instant('Until when its link works (UTC)') expires_at!: Date;
}

@field.record('A user who was invited')
export class InvitedUserView extends UserView {
  @field.nested('The invitation', InvitationView) invitation!: InvitationView;
}

export const invitationView = plainView<Invitation, InvitationView>(InvitationView);

export const invitedUserView = (viewer: Actor | null, { user, invitation }: InvitedUser): InvitedUserView => ({
  ...userView(viewer)(user),
  invitation: invitationView(invitation),
});

export const newInvited = ({
  username,
  phone_number,
  role,
  ...body
}: Omit<InvitationBody, 'link_url'>): Omit<NewUser, 'password'> => ({
  ...body,
  username: username ?? undefined,
  phone: phone_number,
  role: roleOf(role),
});
