import type { EntityClass, Noun, TenantRecord } from '@usaha/shared';
import type { StatutoryPeriod } from './accounts.js';

/** Why something about a person outlives the erasure of the person's data, and which law says or allows so. */
export interface Reason {
  readonly reason: string;
  readonly law: string;
}

type ColumnOf<T> = keyof T & string;
type PerColumn<T, V> = { readonly [C in ColumnOf<T>]?: V };

/** A person whose data can be erased: the column says when they were, and nobody finds the person from then on. */
export interface ErasablePerson extends TenantRecord {
  erased_at: Date | null;
  /** Whatever follows for columns that are not personal; every personal one is blank by then. */
  afterErasure?(): void;
}

/** What becomes of the columns of a table when the data of a person are erased, beside the personal ones, which are blanked. */
interface AtErasure<T> {
  /** Columns that stay as they are, personal or not, each for a reason. */
  kept?: PerColumn<T, Reason>;
  /** Columns that become something else than blank, as SQL over the row `r`. */
  becomes?: PerColumn<T, string>;
}

/** Records that belong to other records about a person: the payments of a bill. */
export interface ChildRecords extends AtErasure<Record<string, unknown>> {
  readonly entity: EntityClass<object>;
  /** The column that names the record they belong to. */
  readonly names: string;
}

/** The records that rows stand in: they are read and written together, under the lock and the version of the record. */
export interface Within {
  readonly entity: EntityClass<TenantRecord>;
  /** The column of the rows that names the record. */
  readonly names: string;
}

/** What is held about a person in one table. */
export interface PersonalRecords extends ChildRecords {
  readonly noun: Noun;
  /** Columns that tell when the person was last active; of several the latest. */
  readonly active: readonly string[];
  /** Where the law asks for records whole for some time: how long, counted from `created_at`. They are blanked afterwards. */
  readonly keptWhole?: StatutoryPeriod;
  readonly children: Readonly<Record<string, ChildRecords>>;
  /** Whoever holds one of these is waited for, and each gets another version with its rows. */
  readonly within?: Within;
}

/** A person and whatever is held about the person, by the names that an export gives it. */
export interface PersonalData<P extends ErasablePerson = ErasablePerson, N extends string = string> {
  readonly entity: EntityClass<P>;
  readonly noun: Noun;
  /** The column that says how long data are kept; without one nobody's retention is looked after. */
  readonly retention?: string;
  readonly kept: Readonly<Record<string, Reason | undefined>>;
  readonly records: Readonly<Record<N, PersonalRecords>>;
  /** Whether an answer to this path that was kept for repeated requests is thrown away when it names an erased person. */
  forgetsAnswersTo(path: string): boolean;
}

/** Declares a person, by the column vocabulary of the entity; `PersonRegistry` takes it in. */
export const personalData = <P extends ErasablePerson, N extends string>({
  kept = {},
  ...declared
}: Omit<PersonalData<P, N>, 'kept' | 'retention'> & {
  retention?: ColumnOf<P>;
  kept?: PerColumn<P, Reason>;
}): PersonalData<P, N> => ({ ...declared, kept });

/** Declares the records about a person in one table. */
export const recordsOf = <T extends TenantRecord>(
  entity: EntityClass<T>,
  {
    active = ['updated_at'],
    children = {},
    ...declared
  }: AtErasure<T> &
    Pick<PersonalRecords, 'noun' | 'keptWhole'> & {
      names: ColumnOf<T>;
      active?: readonly ColumnOf<T>[];
      children?: PersonalRecords['children'];
    },
): PersonalRecords => ({ entity, active, children, ...declared });

/** Declares rows about a person that are no records of their own, and tell of no activity: entries of a ledger, lines. */
export const rowsOf = <T extends object>(
  entity: EntityClass<T>,
  declared: AtErasure<T> &
    Pick<PersonalRecords, 'noun'> & { names: ColumnOf<T>; within?: Within & { names: ColumnOf<T> } },
): PersonalRecords => ({ entity, active: [], children: {}, ...declared });

/** Declares records that belong to those of `recordsOf`. @param names the column that names the record they belong to */
export const childrenOf = <T extends object>(
  entity: EntityClass<T>,
  names: ColumnOf<T>,
  atErasure: AtErasure<T> = {},
): ChildRecords => ({ entity, names, ...atErasure });
