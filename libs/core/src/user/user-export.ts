import { Injectable } from '@nestjs/common';
import { AUDIT_COLUMNS, Database, auditEntryOf, type AuditEntry, type Context, type Table } from '@usaha/shared';
import { Session } from '../auth/session.entity.js';
import { SignInTrail } from '../auth/sign-in-trail.js';
import { DocumentParties } from '../document/document-parties.js';
import type { Party } from '../document/party.js';
import type { StoredFile } from '../file/file.entity.js';
import { RecordFiles } from '../file/record-files.js';
import { nouns } from '../messages.js';
import type { User } from './user.entity.js';
import { filesOfUser } from './user-files.js';
import { UserRepository } from './user.repository.js';

/** The newest rows of each list of an export. */
export const MOST_EXPORTED = 1_000;

/** Everything that is held on a user as a person; in each list the newest first, at most a thousand. */
export interface UserExported {
  user: User;
  /** Ended ones too, as long as they are kept. */
  sessions: Session[];
  /** How earlier documents name the person, each until a moment; the last first. */
  former_names: (Party & { until: Date })[];
  /** Files that the user uploaded and no record has. */
  files: StoredFile[];
  /** Sign-ins and wrong passwords of the last 90 days. */
  sign_ins: AuditEntry[];
  /** Changes of the account. */
  audit_entries: AuditEntry[];
  /** What the user did. */
  deeds: AuditEntry[];
}

const ENTRIES = (condition: string): string => `
  select ${AUDIT_COLUMNS} from kernel.audit_entries r
   where r.tenant_id = $1 and ${condition} order by r.id desc limit ${MOST_EXPORTED}`;
const ABOUT = ENTRIES("r.record_type = 'user' and r.record_id = $2");
const BY = ENTRIES('r.actor_id = $2');

/** What a user may ask for: everything that is held, in a form that a machine reads (PDPA 2010, s.30; A-503). */
@Injectable()
export class UserExport {
  private readonly sessions: Table<Session>;

  constructor(
    database: Database,
    private readonly users: UserRepository,
    private readonly signIns: SignInTrail,
    private readonly parties: DocumentParties,
    private readonly files: RecordFiles,
  ) {
    this.sessions = database.table(Session);
  }

  /** That it left the house is on the audit trail before it is answered. @param id the uuid or the integer @throws not_found */
  async of(ctx: Context, id: string): Promise<UserExported> {
    const user = await this.users.get(ctx, id);
    const { id: record_id } = user;
    ctx.db.record(ctx, { action: 'export', record_type: nouns.user.name, record_id, changes: {} });
    const values = [ctx.tenant_id, record_id];
    const [sessions, about, by, signIns, former, files] = await Promise.all([
      ctx.db.read(
        `select ${this.sessions.selected} from ${this.sessions.path} r
          where r.tenant_id = $1 and r.user_id = $2 order by r.id desc limit ${MOST_EXPORTED}`,
        values,
      ),
      ctx.db.read(ABOUT, values),
      ctx.db.read(BY, values),
      this.signIns.list(ctx, { record_id }, { page: 1, size: MOST_EXPORTED }),
      this.parties.formerNames(ctx, record_id),
      this.files.list(ctx, filesOfUser(record_id), MOST_EXPORTED),
    ]);
    return {
      user,
      sessions: sessions.map((row) => this.sessions.hydrate(row, ctx.db.keyring)),
      former_names: former.flatMap(({ details, created_at }) => (details ? [{ ...details, until: created_at }] : [])),
      files,
      sign_ins: signIns.rows,
      audit_entries: about.map(auditEntryOf),
      deeds: by.map(auditEntryOf),
    };
  }
}
