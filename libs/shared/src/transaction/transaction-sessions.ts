import type { Session } from './session.js';

/** What a transaction leaves behind where it ends or begins again. */
export interface Left {
  /** The session that is to be ended, if one is open. */
  session?: Session;
  /** Of sessions that ended with their packets, and something was put on the trail in them: whether that was committed. */
  recorded: Promise<void>[];
}

/** The sessions of one transaction, one after the other: one that ended with its packet takes no further statement. */
export class TransactionSessions {
  private session?: Session;
  /** Sessions that were ended: giving up must reach an end that takes too long. */
  private readonly leaving: Session[] = [];
  private recorded: Promise<void>[] = [];

  constructor(private readonly begin: () => Session) {}

  /** Whether there is a session that takes a further statement. */
  get isOpen(): boolean {
    return this.session !== undefined && !this.session.isSealed;
  }

  /**
   * The session that takes the next statement.
   * @param wrote whether something was written in the one before
   * @param onlyReads whether what is sent leaves nothing behind that has to be kept until the end
   */
  open(wrote: boolean, onlyReads: boolean): Session {
    const session = this.unsealed(wrote);
    if (!onlyReads) session.keepOpen();
    return session;
  }

  private unsealed(wrote: boolean): Session {
    const { session } = this;
    if (session && !session.isSealed) return session;
    if (session) this.leaving.push(session);
    if (session && wrote) {
      const committed = session.commit();
      this.recorded.push(committed);
      // Where no caller comes to the end, every failure has been told by what was read.
      committed.catch(() => undefined);
    }
    return (this.session = this.begin());
  }

  /** Begins again. */
  leave(): Left {
    const { session, recorded } = this;
    if (session) this.leaving.push(session);
    this.session = undefined;
    this.recorded = [];
    return { session, recorded };
  }

  /** Closes the connections of all that were left, and with them all that is still running. */
  abandon(why: Error): void {
    for (const session of this.leaving) session.abandon(why);
  }
}
