import { Injectable } from '@nestjs/common';
import { Database, Repository, Table, columnsOf, type Context } from '@usaha/shared';
import type { DataSubject } from '../person/person.entity.js';
import { blankOf, blankedColumns } from './blank.js';
import { erasureStatements, type ErasureStatements } from './erasure-statements.js';
import type { ChildRecords, PersonalData, PersonalRecords, Reason } from './personal-data.js';

/** A declaration with the statements made of it. */
export interface RegisteredRecords<N extends string = string> {
  readonly name: N;
  readonly declared: PersonalRecords;
  readonly table: Table<object>;
  readonly statements: ErasureStatements;
}
export interface RegisteredPerson<P extends DataSubject = DataSubject, N extends string = string> {
  readonly data: PersonalData<P, N>;
  readonly table: Table<P>;
  readonly records: readonly RegisteredRecords<N>[];
  readonly context: PersonContext<P>;
}

/** How a context takes part in the export and the erasure of its persons. */
export interface PersonContext<P extends DataSubject = DataSubject> {
  /** Reads the person for an export and for a list of accesses: a repository of the context where its entity is more than its row. */
  readonly persons: { get(ctx: Context, id: string): Promise<P> };
  /** Runs before the person is locked and blanked, in the same transaction: what the trade ends with the person. */
  readonly beforeErasure?: (ctx: Context, id: string) => Promise<unknown>;
}

/** The persons of a tenant, without those who were deleted. */
class Persons<P extends DataSubject> extends Repository<P> {
  constructor(database: Database, { entity, noun }: PersonalData<P>) {
    super(database, entity, { noun });
  }
}

/**
 * Whose data the contexts hold, and where: each registers its persons in `onModuleInit`. What an erasure blanks follows
 * from the columns themselves; further declarations are checked here, so that a mistake ends the start.
 */
@Injectable()
export class PersonRegistry {
  private readonly persons = new Map<PersonalData, RegisteredPerson>();

  constructor(private readonly database: Database) {}

  /** @throws Error for an exception that names no column or gives no reason, and for a column that cannot be blanked */
  register<P extends DataSubject, N extends string>(
    data: PersonalData<P, N>,
    context: Partial<PersonContext<P>> = {},
  ): void {
    const { database } = this;
    if (this.all.some(({ data: known }) => known.entity === data.entity))
      throw new Error(`The personal data of a ${data.noun.name} are registered twice`);
    const columns = checked(data.noun.name, data, ['erased_at', ...(data.retention ? [data.retention] : [])]);
    if (!columns.has('deleted_at')) throw new Error(`A ${data.noun.name} cannot be deleted`);
    const table = database.table(data.entity);
    const records = (Object.entries<PersonalRecords>(data.records) as [N, PersonalRecords][]).map(
      ([name, declared]) => {
        const { names, active, within } = declared;
        checked(`${data.noun.name}: ${name}`, declared, [names, ...active, ...(within ? [within.names] : [])]);
        for (const reason of [declared.keptWhole, declared.filesKept])
          if (reason) checkReason(`${data.noun.name}: ${name}`, reason);
        for (const [child, of] of Object.entries(declared.children))
          checked(`${data.noun.name}: ${name}: ${child}`, of, [of.names]);
        const statements = erasureStatements(database, table, declared);
        return { name, declared, table: database.table(declared.entity), statements };
      },
    );
    this.persons.set(data, { data, table, records, context: { persons: new Persons(database, data), ...context } });
  }

  get all(): readonly RegisteredPerson[] {
    return [...this.persons.values()];
  }

  of<P extends DataSubject, N extends string>(data: PersonalData<P, N>): RegisteredPerson<P, N> {
    const registered = this.persons.get(data);
    if (!registered) throw new Error(`The personal data of a ${data.noun.name} are not registered`);
    return registered as unknown as RegisteredPerson<P, N>;
  }
}

/** @returns the columns of the entity */
function checked(
  where: string,
  { entity, kept = {}, becomes = {} }: Pick<ChildRecords, 'entity' | 'kept' | 'becomes'>,
  named: readonly string[],
): ReadonlySet<string> {
  const columns = columnsOf(entity);
  for (const name of [...named, ...Object.keys(kept), ...Object.keys(becomes)])
    if (!columns.has(name)) throw new Error(`Personal data of ${where}: there is no column ${name}`);
  for (const [name, reason] of Object.entries(kept)) {
    checkReason(`${where}: ${name}`, reason);
    if (name in becomes) throw new Error(`Personal data of ${where}: ${name} is kept and becomes something else`);
  }
  for (const column of blankedColumns(entity, { kept, becomes }))
    if (blankOf(entity, column) === undefined)
      throw new Error(
        `Personal data of ${where}: ${column.name} cannot be blanked; say what it becomes, or why it is kept`,
      );
  return new Set(columns.keys());
}

function checkReason(where: string, reason: Reason | undefined): void {
  if (!reason?.reason.trim() || !reason.law.trim())
    throw new Error(`Personal data of ${where}: what is kept needs its reason and its law`);
}

/** SQL: by kind of record, when one about the person was last active; null where there is none. @param person SQL of the person's id */
export const lastActivity = (records: readonly RegisteredRecords[], person: string): string[] =>
  records
    .filter(({ declared }) => declared.active.length > 0)
    .map(({ declared: { active, names }, table: { path } }) => {
      const latest = `greatest(${active.map((column) => `b.${column}`).join(', ')})`;
      return `(select max(${latest}) from ${path} b where b.tenant_id = $1 and b.${names} = ${person})`;
    });
