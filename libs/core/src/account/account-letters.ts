import { Injectable } from '@nestjs/common';
import { Database, insertMany, type Context, type Language, type Table } from '@usaha/shared';
import {
  AccountLetter,
  type AccountLetterDetails,
  type AccountLetterKind,
  type ValidEinvoice,
} from './account-letter.entity.js';
import type { AccountLink } from './account-link.entity.js';

/** Letters that tell a user of a change of the account. */
type Notice = Exclude<
  AccountLetterKind,
  | 'password_reset'
  | 'invitation'
  | 'confirm_email'
  | 'key_suspended'
  | 'key_expiring'
  | 'webhook_disabled'
  | 'tenant_export'
  | 'einvoice_valid'
>;

/** A letter to be sent, and its recipient. */
export type NewAccountLetter =
  /** A typed name: the job finds the accounts that it means. */
  | { kind: 'password_reset'; name: string; from: string; link_url?: string }
  /** To the address of the link, in the tenant of the context. */
  | { kind: 'invitation' | 'confirm_email'; link: AccountLink; link_url?: string }
  /** To the user's present address, unless another is given: that of before a change of e-mail. */
  | { kind: Notice; user_id: string; address?: string }
  /** To every administrator who can sign in. @param day the last day of the key, YYYY-MM-DD */
  | { kind: 'key_suspended' | 'key_expiring'; key_name: string; day?: string }
  /** To every administrator who can sign in. @param host of the endpoint: its path may be a secret */
  | { kind: 'webhook_disabled'; host: string; reason: 'gone' | 'failing' }
  /** To every administrator who can sign in. @param asked_by the e-mail of the administrator who asked */
  | { kind: 'tenant_export'; asked_by: string };

/**
 * Enqueues letters about accounts: a letter is written with the change that it tells of, or not at all, and the job of any
 * instance sends it after the commit.
 */
@Injectable()
export class AccountLetters {
  private readonly table: Table<AccountLetter>;
  private listener?: (tenant_id: string) => void;

  constructor(database: Database) {
    this.table = database.table(AccountLetter);
  }

  /** Enqueues a letter in the context's tenant, in the language that its client reads; without one, in all languages. */
  enqueue(ctx: Context, letter: NewAccountLetter): void {
    this.insert(ctx, [
      { kind: letter.kind, user_id: userOf(letter), details: detailsOf(letter), language: ctx.language ?? null },
    ]);
  }

  /** Enqueues the letter to the buyer of a valid e-invoice, who has no account, in the language of the request. */
  tellBuyer(ctx: Context, einvoice: ValidEinvoice, address: string, language: Language): void {
    this.insert(ctx, [{ kind: 'einvoice_valid', user_id: null, language, details: { address, einvoice } }]);
  }

  /** Enqueues letters as the queue keeps them. */
  insert(
    ctx: Context,
    letters: readonly (Pick<AccountLetter, 'kind' | 'user_id' | 'language'> & { details: AccountLetterDetails })[],
  ): void {
    const rows = letters.map(({ details, ...letter }) =>
      Object.assign(new AccountLetter(), {
        ...letter,
        sealed_details: JSON.stringify(details),
        created_at: ctx.now,
        updated_at: ctx.now,
        due_at: ctx.now,
      }).giveId(ctx.now),
    );
    insertMany(ctx, this.table, rows);
    const { tenant_id } = ctx;
    if (rows.length > 0) ctx.db.afterCommit(() => this.listener?.(tenant_id));
  }

  /** The job of this process is told in which tenants letters were committed. */
  onCommitted(listener: ((tenant_id: string) => void) | undefined): void {
    this.listener = listener;
  }
}

function userOf(letter: NewAccountLetter): string | null {
  if ('user_id' in letter) return letter.user_id;
  return 'link' in letter ? letter.link.user_id : null;
}

function detailsOf(letter: NewAccountLetter): AccountLetterDetails {
  if ('link' in letter) {
    const { link, link_url } = letter;
    const { tenant_id, id, email } = link;
    return { address: email ?? undefined, links: [{ tenant_id, id }], link_url };
  }
  if ('user_id' in letter) return { address: letter.address };
  const { kind: _kind, ...details } = letter;
  return details;
}
