import { Entity } from 'typeorm';
import { columns } from '@usaha/shared';

export const signInActions = ['login', 'login_failed'] as const;
export type SignInAction = (typeof signInActions)[number];

/** How a person proved to be the account's: by the password at a sign-in, by stating it again while signed in, or by a code. */
export const signInWays = ['password', 'password_again', 'code'] as const;
export type SignInWay = (typeof signInWays)[number];

/** A sign-in that succeeded, or a wrong password that was looked at. Its id is of its time. */
@Entity({ schema: 'core', name: 'sign_in_entries' })
export class SignInEntry {
  @columns.primary() tenant_id!: string;
  @columns.primary() id!: string;
  @columns.uuid() user_id!: string;
  @columns.choice(signInActions) action!: SignInAction;
  @columns.choice(signInWays) way!: SignInWay;
  /** null where it would tell a tenant of a person who may have meant another. */
  @columns.text({ nullable: true, personal: true }) address: string | null = null;
  @columns.text({ nullable: true, personal: true }) user_agent: string | null = null;
}
