import { Injectable } from '@nestjs/common';
import type { Context, Table } from '@usaha/shared';
import { FileCollections } from '../file/file-collections.js';
import type { StoredFile } from '../file/file.entity.js';
import type { FileCondition } from '../file/file.repository.js';
import { RecordFiles, ofRecords } from '../file/record-files.js';
import type { DataSubject } from '../person/person.entity.js';
import type { PersonalData } from './personal-data.js';
import { PersonRegistry, type RegisteredRecords } from './person-registry.js';

/** The files of persons, and of the records about them (A-493): those of the collections that files belong to. */
@Injectable()
export class PersonFiles {
  constructor(
    private readonly registry: PersonRegistry,
    private readonly collections: FileCollections,
    private readonly files: RecordFiles,
  ) {}

  /** Newest first, also of records that the law asks for whole. */
  list<P extends DataSubject>(ctx: Context, data: PersonalData<P>, id: string): Promise<StoredFile[]> {
    return this.files.list(ctx, this.about(data, id, null));
  }

  /** Throws away the files of a person and of the records that an erasure blanks. @param id of a locked person @returns how many */
  throwAway<P extends DataSubject>(ctx: Context, data: PersonalData<P>, id: string): Promise<number> {
    return this.files.throwAway(ctx, this.about(data, id, ctx.now));
  }

  /**
   * Throws away the files of erased persons' records that the law no longer asks for.
   * @param persons their table @param records about them @returns how many
   */
  async throwAwayOld(ctx: Context, { path }: Table<object>, { declared, table }: RegisteredRecords): Promise<number> {
    const resource = this.resourceOf(table.path);
    if (!declared.keptWhole || resource === null) return 0;
    const old = `select '${resource}', o.id from ${table.path} o
      join ${path} p on p.tenant_id = $1 and p.id = o.${declared.names}
      where o.tenant_id = $1 and o.created_at < $2 and p.erased_at is not null`;
    const values = [declared.keptWhole.since(ctx.now)];
    return this.files.throwAway(ctx, { sql: ofRecords([old]), values });
  }

  /** @param erased_at leaves out the records that an erasure at that time keeps whole; null: none */
  private about<P extends DataSubject>(data: PersonalData<P>, id: string, erased_at: Date | null): FileCondition {
    const { table: persons, records } = this.registry.of(data);
    const values: unknown[] = [id];
    const queries: string[] = [];
    const add = (path: string, condition: string): void => {
      const resource = this.resourceOf(path);
      if (resource === null) return;
      queries.push(`select '${resource}', o.id from ${path} o where o.tenant_id = $1 and ${condition}`);
    };
    add(persons.path, 'o.id = $2');
    for (const { declared, table } of records) {
      if (declared.filesKept || this.resourceOf(table.path) === null) continue;
      const isOld = erased_at !== null && declared.keptWhole;
      if (isOld) values.push(isOld.since(erased_at));
      add(table.path, `o.${declared.names} = $2${isOld ? ` and o.created_at < $${values.length + 1}` : ''}`);
    }
    return { sql: queries.length > 0 ? ofRecords(queries) : 'false', values: queries.length > 0 ? values : [] };
  }

  private resourceOf(path: string): string | null {
    return this.collections.all.find(({ table }) => table === path)?.resource ?? null;
  }
}
