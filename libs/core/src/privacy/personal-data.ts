import type { EntityClass, Noun, TenantRecord } from '@usaha/shared';
import type { RecordEvents } from '@usaha/shared/events';
import type { DataSubject } from '../person/person.entity.js';
import type { StatutoryPeriod } from './accounts.js';

/** Why something about a person outlives the erasure of the person's data, and which law says or allows so. */
export interface Reason {
  readonly reason: string;
  readonly law: string;
}

/** The reason to keep data that identify no person once the name is gone. */
export const unidentified = (reason: string): Reason => ({
  reason,
  law: 'PDPA 2010, s.4: data that identify no person are not personal',
});

type ColumnOf<T> = keyof T & string;
type PerColumn<T, V> = { readonly [C in ColumnOf<T>]?: V };

/** How an erasure treats columns that are not personal; it blanks the personal ones. */
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

/** The rows about a person in one table. */
export interface PersonalRecords extends ChildRecords {
  readonly noun: Noun;
  /** Columns that tell when the person was last active; of several the latest. */
  readonly active: readonly string[];
  /** Where the law asks for records whole for some time: how long, counted from `created_at`. They are blanked afterwards. */
  readonly keptWhole?: StatutoryPeriod;
  readonly children: Readonly<Record<string, ChildRecords>>;
  /** Why the files of these records are not thrown away with the person's: they are about others. */
  readonly filesKept?: Reason;
  /** The erasure waits for the locks of these records, and raises their versions. */
  readonly within?: Within;
}

/** A person and all records about the person, by the names that an export gives them. */
export interface PersonalData<P extends DataSubject = DataSubject, N extends string = string> {
  readonly entity: EntityClass<P>;
  readonly noun: Noun;
  /** The events of the person, of which an erasure announces `erased`. */
  readonly events?: RecordEvents<P>;
  /** The column that says how long data are kept; without one there is no retention. */
  readonly retention?: string;
  /** The column by which earlier records of the same person, that were merged into this one, name it. */
  readonly mergedInto?: string;
  readonly kept: Readonly<Record<string, Reason | undefined>>;
  readonly records: Readonly<Record<N, PersonalRecords>>;
  /**
   * For how long the records should be kept after the last of them, where a profession says so and no law forbids to erase them: an
   * erasure asks for a reason, and one before that time warns.
   */
  readonly advised?: StatutoryPeriod;
  /** Whether an answer to this path that was kept for repeated requests is thrown away when it names an erased person. */
  forgetsAnswersTo(path: string): boolean;
}

/** Declares a person, by the column vocabulary of the entity; `PersonRegistry` takes it in. */
export const personalData = <P extends DataSubject, N extends string>({
  kept = {},
  ...declared
}: Omit<PersonalData<P, N>, 'kept' | 'retention' | 'mergedInto'> & {
  retention?: ColumnOf<P>;
  mergedInto?: ColumnOf<P>;
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
    Pick<PersonalRecords, 'noun' | 'keptWhole' | 'filesKept'> & {
      names: ColumnOf<T>;
      active?: readonly ColumnOf<T>[];
      children?: PersonalRecords['children'];
    },
): PersonalRecords => ({ entity, active, children, ...declared });

/** Declares rows about a person that are parts of records and show no activity: entries of a ledger, lines. */
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
