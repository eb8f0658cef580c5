import { Injectable } from '@nestjs/common';
import {
  AUDIT_COLUMNS,
  Database,
  LedgerEntry,
  auditEntryOf,
  grouped,
  type AuditEntry,
  type Context,
  type EntityClass,
  type Table,
} from '@usaha/shared';
import { DocumentParties } from '../document/document-parties.js';
import type { Party } from '../document/party.js';
import type { StoredFile } from '../file/file.entity.js';
import type { DataSubject } from '../person/person.entity.js';
import type { PersonalData } from './personal-data.js';
import { PersonFiles } from './person-files.js';
import { PersonRegistry, type RegisteredRecords } from './person-registry.js';

/** A record as it is kept, in clear, by the names of its columns; records that belong to it by their name. */
export type ClearRecord = Record<string, unknown>;

/** Everything that is held on one person; in each list the newest first. */
export interface PersonExported<P extends DataSubject, N extends string> {
  person: P;
  records: Record<N, ClearRecord[]>;
  /** How earlier documents name the person, each until a moment; the last first. */
  former_names: (Party & { until: Date })[];
  /** Of the person and the records, without their content. */
  files: StoredFile[];
  /** The changes of the person and the records, and their actors; what a field held is withheld there as everywhere. */
  audit_entries: AuditEntry[];
}

/** How rows are kept, not what they tell. */
const bookkeeping = new Set(['tenant_id', 'version', 'deleted_at']);

const TRAIL = `
  select ${AUDIT_COLUMNS}
  from kernel.audit_entries r
  where r.tenant_id = $1 and r.record_type = any($2) and r.record_id = any($3) order by r.id desc`;

/** What a person may ask for: everything that is held, in a form that a machine reads (PDPA 2010, s.30). */
@Injectable()
export class PersonExport {
  constructor(
    private readonly database: Database,
    private readonly registry: PersonRegistry,
    private readonly parties: DocumentParties,
    private readonly files: PersonFiles,
  ) {}

  /** That it left the house is on the audit trail before it is answered. @throws not_found */
  async of<P extends DataSubject, N extends string>(
    ctx: Context,
    data: PersonalData<P, N>,
    id: string,
  ): Promise<PersonExported<P, N>> {
    const registered = this.registry.of(data);
    const person = await registered.context.persons.get(ctx, id);
    ctx.db.record(ctx, { action: 'export', record_type: data.noun.name, record_id: person.id, changes: {} });
    const lists = await Promise.all(registered.records.map((of) => this.recordsAbout(ctx, of, person.id)));
    const nouns = [data.noun, ...registered.records.map(({ declared }) => declared.noun)].map(({ name }) => name);
    const ids = [person.id, ...lists.flatMap(idsOf)];
    const [trail, former, files] = await Promise.all([
      ctx.db.read(TRAIL, [ctx.tenant_id, nouns, ids]),
      this.parties.formerNames(ctx, person.id),
      this.files.list(ctx, data, person.id),
    ]);
    const records = Object.fromEntries(registered.records.map(({ name }, i) => [name, lists[i]]));
    return {
      person,
      records: records as Record<N, ClearRecord[]>,
      former_names: former.flatMap(({ details, created_at }) => (details ? [{ ...details, until: created_at }] : [])),
      files,
      audit_entries: trail.map(auditEntryOf),
    };
  }

  private async recordsAbout(ctx: Context, { declared }: RegisteredRecords, id: string): Promise<ClearRecord[]> {
    const records = await this.naming(ctx, declared.entity, declared.names, [id]);
    const children = await Promise.all(
      Object.entries(declared.children).map(async ([name, { entity, names }]) => {
        const all = await this.naming(ctx, entity, names, idsOf(records));
        // Looked up, since a person may have thousands of records with thousands of children.
        return [name, grouped(all, (child) => child[names])] as const;
      }),
    );
    return records.map((record) => {
      const theirs = children.map(([name, byRecord]) => [name, byRecord.get(record.id) ?? []]);
      return { ...record, ...Object.fromEntries(theirs) } as ClearRecord;
    });
  }

  /** The records of one table that name one of these ids in that column, newest first. */
  private async naming(
    ctx: Context,
    entity: EntityClass<object>,
    column: string,
    ids: readonly string[],
  ): Promise<ClearRecord[]> {
    const table = this.database.table(entity);
    const rows = await ctx.db.read(
      `select ${table.selected} from ${table.path} r
        where r.tenant_id = $1 and r.${column} = any($2) order by ${orderOf(table)}`,
      [ctx.tenant_id, ids],
    );
    const shown = table.columns.flatMap(({ name, parts }) => parts ?? [name]).filter((name) => !bookkeeping.has(name));
    return rows.map((row) => {
      const record = table.hydrate(row, ctx.db.keyring) as ClearRecord;
      return Object.fromEntries(shown.map((name) => [name, record[name]]));
    });
  }
}

/** Ids do not tell which entry of a ledger was first; lines come in the order of their record. */
function orderOf({ entity, keys }: Pick<Table<object>, 'entity' | 'keys'>): string {
  if (entity.prototype instanceof LedgerEntry) return 'r.position desc, r.id desc';
  return keys.includes('id') ? 'r.id desc' : keys.map((key) => `r.${key}`).join(', ');
}

const idsOf = (records: readonly ClearRecord[]): string[] => records.map(({ id }) => id as string);
