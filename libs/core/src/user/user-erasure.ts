import { Injectable } from '@nestjs/common';
import { conflict, forgetAnswersHolding, type Context } from '@usaha/shared';
import { AccountLinks } from '../account/account-links.js';
import { SessionRegistry } from '../auth/session.registry.js';
import { DocumentParties } from '../document/document-parties.js';
import { FactorRepository } from '../factor/factor.repository.js';
import { RecordFiles } from '../file/record-files.js';
import { blankUser } from './blank-user.js';
import type { User } from './user.entity.js';
import { filesOfUser } from './user-files.js';
import { messages } from './user.messages.js';
import { UserRepository } from './user.repository.js';

/** Beyond the row of an account: where it signed in from, links and letters to its address. */
const BLANKED = [
  'update core.sessions r set address = null, user_agent = null where r.tenant_id = $1 and r.user_id = $2',
  'delete from core.sign_in_entries r where r.tenant_id = $1 and r.user_id = $2',
  'delete from core.account_links r where r.tenant_id = $1 and r.user_id = $2',
  'delete from core.account_letters r where r.tenant_id = $1 and r.user_id = $2',
];

/** What an erasure did. */
export interface ErasedUser {
  user: User;
  /** How many files were thrown away. */
  files: number;
}

/** Users as long as there is something of theirs to erase: deleted ones too. */
@Injectable()
export class ErasableUsers extends UserRepository {
  protected override get mine(): string {
    return 'r.tenant_id = $1 and r.erased_at is null';
  }
}

/**
 * Takes away all that tells who a user was (Personal Data Protection Act 2010, s.10; A-503). Ids stay: records and trail say that
 * one and the same user did something, and no longer who that was. The person is deleted, and can no longer sign in.
 */
@Injectable()
export class UserErasure {
  constructor(
    private readonly users: UserRepository,
    private readonly erasable: ErasableUsers,
    private readonly sessions: SessionRegistry,
    private readonly links: AccountLinks,
    private readonly factors: FactorRepository,
    private readonly parties: DocumentParties,
    private readonly files: RecordFiles,
  ) {}

  /**
   * Erases a user, deleted or not. Files that the user uploaded and no record has are thrown away.
   * @param id the uuid or the integer
   * @throws not_found, also for one who is erased already; conflict (oneself; the last administrator)
   */
  async erase(ctx: Context, id: string): Promise<ErasedUser> {
    const administrators = await this.users.lockAdministrators(ctx);
    const user = await this.erasable.lock(ctx, id);
    if (user.id === ctx.actor?.user_id) throw conflict('user_id', messages.ownAccountNotErased());
    if (user.deleted_at === null && user.is_active_admin && administrators.length === 1)
      throw conflict('user_id', messages.lastAdministratorNotErased());
    this.factors.forget(ctx, user.id);
    this.links.endAllOf(ctx, user.id);
    this.sessions.endAllOf(ctx, user.id);
    blankUser(user, ctx.now);
    this.erasable.save(ctx, user, 'erase');
    this.parties.forget(ctx, user.id);
    for (const text of BLANKED) ctx.db.enqueue(text, [ctx.tenant_id, user.id]);
    const [files] = await Promise.all([
      this.files.throwAway(ctx, filesOfUser(user.id)),
      forgetAnswersHolding(ctx, user.id, (path) => /\/(?:users|auth)(?:\/|$)/.test(path)),
    ]);
    return { user, files };
  }
}
