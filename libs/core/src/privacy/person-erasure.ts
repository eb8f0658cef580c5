import { Injectable } from '@nestjs/common';
import {
  Database,
  DomainError,
  Repository,
  forgetAnswersHolding,
  invalid,
  malaysianDay,
  withoutCards,
  type Context,
  type Message,
} from '@usaha/shared';
import type { StatutoryPeriod } from './accounts.js';
import { DocumentParties } from '../document/document-parties.js';
import { blankPerson } from './blank.js';
import type { DataSubject } from '../person/person.entity.js';
import type { PersonalData } from './personal-data.js';
import { PersonFiles } from './person-files.js';
import { lastActivity, PersonRegistry, type RegisteredRecords } from './person-registry.js';
import { messages } from './privacy.messages.js';
import { MASK, unnamed } from './unnamed.js';

/** What an erasure did. */
export interface Erasure<P extends DataSubject = DataSubject, N extends string = string> {
  person: P;
  /** How many records were blanked; none of those that the law asks for whole. */
  blanked: Record<N, number>;
  /** How many records stay whole, since the law asks for them. */
  kept: Record<N, number>;
  /** How many files were thrown away: the person's, and those of blanked records. */
  files: number;
  /** When the last record was made, where records should have been kept for longer; otherwise null. */
  early: Date | null;
}

/** Why an erasure is done. */
export interface ErasureReason {
  /** In words; recorded in the audit trail without what the person is known by. Required where the declaration says for how long records should be kept. */
  reason?: string | null;
  /** The retention period that the tenant has set has ended: that is the reason. */
  isDue?: boolean;
}

/** Persons as long as there is something of theirs to erase: deleted ones too, whose data lie where they lay. */
class ErasablePersons<P extends DataSubject> extends Repository<P> {
  protected override get mine(): string {
    return 'r.tenant_id = $1 and r.erased_at is null';
  }
}

/**
 * Takes away all that tells who a person was (Personal Data Protection Act 2010, s.10: data are not kept longer than they
 * are needed): every personal and sealed column of the person and of the records about the person, save what the context
 * declares with its reason. Numbers, dates and sums stay, so that calendars, series and accounts have no holes.
 */
@Injectable()
export class PersonErasure {
  constructor(
    private readonly database: Database,
    private readonly registry: PersonRegistry,
    private readonly parties: DocumentParties,
    private readonly files: PersonFiles,
  ) {}

  /**
   * Erases a person, deleted or not. Answers that were kept for repeated requests go where they name the person: such a
   * request is done again.
   * @throws not_found also for a person who is erased already; invalid (`reason`) where one is required
   */
  async erase<P extends DataSubject, N extends string>(
    ctx: Context,
    data: PersonalData<P, N>,
    id: string,
    { reason, isDue = false }: ErasureReason = {},
  ): Promise<Erasure<P, N>> {
    const said = withoutCards(reason?.trim() ?? '');
    if (data.advised && !isDue && said === '')
      throw invalid('reason', messages.reasonMissing({ period: data.advised.period }));
    const { records, context } = this.registry.of(data);
    await context.beforeErasure?.(ctx, id);
    const persons = this.persons(data);
    // A transaction that adds a record about the person holds it too: nothing is added while this goes on, or after it.
    const person = await persons.lock(ctx, id);
    const early = await this.early(ctx, data, person.id);
    const kept = withoutParticulars(said, person);
    blankPerson(data, person, ctx.now);
    persons.save(ctx, person, 'erase');
    if (said !== '') {
      const changes = { reason: { before: null, after: kept } };
      ctx.db.record(ctx, { action: 'erasure_reason', record_type: data.noun.name, record_id: person.id, changes });
    }
    this.parties.forget(ctx, person.id);
    const counts = records.map(() => ({ blanked: 0, kept: 0 }));
    for (const [i, of] of records.entries())
      counts[i] = { blanked: await blank(ctx, of, person.id), kept: await keptWhole(ctx, of, person.id) };
    // Files go after their records, which are locked by now.
    const [files] = await Promise.all([
      this.files.throwAway(ctx, data, person.id),
      forgetAnswersHolding(ctx, person.id, (path) => data.forgetsAnswersTo(path)),
    ]);
    await this.blankOld(ctx, data);
    const counted = (what: 'blanked' | 'kept'): Record<N, number> =>
      Object.fromEntries(records.map(({ name }, i) => [name, counts[i]?.[what] ?? 0])) as Record<N, number>;
    return { person, blanked: counted('blanked'), kept: counted('kept'), files, early };
  }

  /** @returns the person, held, or null when there is none or the data are erased already */
  lock<P extends DataSubject>(ctx: Context, data: PersonalData<P>, id: string): Promise<P | null> {
    return this.persons(data).lockIfExists(ctx, id);
  }

  /**
   * Blanks records of erased persons that the law no longer asks for, and throws away their files. It may be run as often as one likes.
   * @returns the ids of those that were blanked, by their name in the declaration
   */
  async blankOld<P extends DataSubject, N extends string>(
    ctx: Context,
    data: PersonalData<P, N>,
  ): Promise<Map<N, string[]>> {
    const blanked = new Map<N, string[]>();
    const { table, records: kinds } = this.registry.of(data);
    for (const kind of kinds) {
      const { name, declared } = kind;
      const { records, children } = kind.statements.blankOld;
      if (!declared.keptWhole) continue;
      const values = [ctx.tenant_id, declared.keptWhole.since(ctx.now), ctx.now];
      // Children are found by their records, and leave before them in one packet.
      const statements = [...children, ...(records ? [records] : [])];
      const [blankedRows] = await Promise.all([
        Promise.all(statements.map((text) => ctx.db.write(text, namedIn(text, values)))),
        this.files.throwAwayOld(ctx, table, kind),
      ]);
      const ids = records ? (blankedRows.at(-1) ?? []).map(([id]) => id as string) : [];
      const record_type = declared.noun.name;
      for (const record_id of ids) ctx.db.record(ctx, { action: 'erase', record_type, record_id, changes: {} });
      blanked.set(name, ids);
    }
    return blanked;
  }

  /** When the last record about a person was made or changed, if that is within the time for which it should be kept. */
  private async early(ctx: Context, data: PersonalData, id: string): Promise<Date | null> {
    if (!data.advised) return null;
    const latest = lastActivity(
      this.registry.of(data).records.filter(({ declared }) => !declared.keptWhole),
      '$2',
    );
    const [row] = await ctx.db.read(`select greatest(${latest.join(', ')})`, [ctx.tenant_id, id]);
    const last = row?.[0] as Date | null;
    return last !== null && last >= data.advised.since(ctx.now) ? last : null;
  }

  private persons<P extends DataSubject>({ entity, noun, events }: PersonalData<P>): ErasablePersons<P> {
    return new ErasablePersons(this.database, entity, { noun, events });
  }
}

/** A reason as the trail keeps it; nothing of it where the key of the person's number is lost: then it could not be masked. */
function withoutParticulars(said: string, person: DataSubject): string {
  if (said === '') return said;
  try {
    return unnamed(said, person);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'unavailable') return MASK;
    throw error;
  }
}

/** Rows that do not note when they were changed do not name the moment, and no value may be sent that is not named. */
const namedIn = (text: string, values: unknown[]): unknown[] => (text.includes('$3') ? values : values.slice(0, 2));

/** @returns how many records were blanked */
async function blank(ctx: Context, { statements }: RegisteredRecords, id: string): Promise<number> {
  const { records, children } = statements.blank;
  const change = (text: string): Promise<number> => ctx.db.change(text, namedIn(text, [ctx.tenant_id, id, ctx.now]));
  // In this order and one packet. The records go before what belongs to them: that waits for a transaction that holds one of them and
  // adds to it, and the statement behind it blanks what was added.
  const texts = [statements.within, records, ...children];
  const changed = await Promise.all(texts.map((text) => (text === null ? Promise.resolve(0) : change(text))));
  return changed[1] ?? 0;
}

/** @returns how many records of a person the law asks for whole */
async function keptWhole(ctx: Context, { table, declared }: RegisteredRecords, id: string): Promise<number> {
  if (!declared.keptWhole) return 0;
  const [row] = await ctx.db.read(
    `select count(*) from ${table.path} r where r.tenant_id = $1 and r.${declared.names} = $2 and r.created_at >= $3`,
    [ctx.tenant_id, id, declared.keptWhole.since(ctx.now)],
  );
  return row?.[0] as number;
}

/** Says that records should have been kept for longer. @param last when the last of them was made */
export const erasedEarly = (last: Date, { period }: StatutoryPeriod): Message =>
  messages.erasedEarly({ last: malaysianDay(last), period });
