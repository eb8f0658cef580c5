import { AccountPolicy, MOST_LINK_URLS, PASSWORD_LENGTHS, mfaDemands, type MfaDemand } from '@usaha/core';
import { choices } from '../../../wire/choices.js';
import { field } from '../../../wire/field.js';
import { viewOf } from '../../../wire/view.js';
import { ViewType } from '../../../wire/view-type.js';

const demands = choices('MfaDemand', mfaDemands);

/** PUT /api/v1/account-policy/: absent fields stay. */
export class AccountPolicyPatch {
  @field.choice(
    'Which users need a second factor. Anything but optional needs a factor of your own (otherwise 409 MFA_ENROL_FIRST)',
    demands,
    { unset: true, view: 'Which users need a second factor; default optional' },
  )
  mfa?: MfaDemand;
  @field.count('Characters that a new password must have', 8, {
    min: PASSWORD_LENGTHS.least,
    max: PASSWORD_LENGTHS.most,
    unset: true,
    view: {
      description: 'Characters that a new password must have; default 8',
      min: PASSWORD_LENGTHS.least,
      max: PASSWORD_LENGTHS.most,
    },
  })
  password_min_length?: number;
  @field.flag('Whether new passwords may not be common ones (A-412)', true, {
    unset: true,
    view: 'Whether new passwords may not be common ones (A-412); default false',
  })
  refuse_common_passwords?: boolean;
  @field.flag('Whether each user who is created without a password is invited by letter (A-407)', true, {
    unset: true,
    view: 'Whether each user who is created without a password is invited by letter (A-407); default false',
  })
  invite_new_users?: boolean;
  @field.texts(
    'Pages of your own programs that letters may lead to: https, {token} once in the query or fragment (A-403)',
    ['https://shop.example/welcome?token={token}'],
    { max: MOST_LINK_URLS, unset: true, view: 'Pages of your own programs that letters may lead to (A-403)' },
  )
  link_urls?: string[];
}

@field.record('What a tenant asks of the accounts of its users (A-413)')
export class AccountPolicyView extends ViewType(AccountPolicyPatch) {}

export const accountPolicyView = viewOf(AccountPolicy, AccountPolicyView, { revision: 1 });
