import { AuditEntry, type ColumnFacts, type Table } from '@usaha/shared';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { exportedFields } from './export-line.js';
import { leftOutColumns } from './exported-tables.js';

/** Makes records of the lines that `exportLine` wrote. */
export class LineReading {
  private readonly fields: readonly string[];
  private readonly instants: ReadonlySet<string>;

  constructor(private readonly table: Table<object>) {
    this.fields = [...new Set(exportedFields(table))];
    this.instants = new Set(table.columns.flatMap(({ name, kind }: ColumnFacts) => (kind === 'instant' ? [name] : [])));
  }

  /**
   * A record with what the line says; columns that an export leaves out are empty. Sealed fields are in clear, and sealed when it is written.
   * @param tenant_id null: the table has no such column @throws StartError for a line that has other fields
   */
  recordOf(line: string, tenant_id: string | null): object {
    const row = this.parsed(line);
    const record = Object.create(this.table.entity.prototype as object) as Record<string, unknown>;
    if (tenant_id !== null) record.tenant_id = tenant_id;
    for (const name of leftOutColumns[this.table.path] ?? []) record[name] = null;
    for (const name of this.fields) record[name] = this.valueOf(name, row[name]);
    if (record instanceof AuditEntry) storeKind(record);
    return record;
  }

  private valueOf(name: string, value: unknown): unknown {
    if (value === null || !this.instants.has(name)) return value;
    const instant = new Date(value as string);
    if (typeof value === 'string' && !Number.isNaN(instant.getTime())) return instant;
    throw new StartError(`A line of ${this.table.path} has no time in ${name}`);
  }

  private parsed(line: string): Record<string, unknown> {
    let row: unknown;
    try {
      row = JSON.parse(line);
    } catch {
      throw new StartError(`A line of ${this.table.path} is no JSON`);
    }
    const names = typeof row === 'object' && row !== null ? Object.keys(row) : [];
    const other =
      names.find((name) => !this.fields.includes(name)) ?? this.fields.find((name) => !names.includes(name));
    if (other !== undefined || names.length === 0)
      throw new StartError(`A line of ${this.table.path} has other fields than this release knows (${other})`);
    return row as Record<string, unknown>;
  }
}

/** Of users and of the service itself the actor's id tells it. */
function storeKind(entry: AuditEntry): void {
  if (entry.actor_kind !== 'api_key') Object.assign(entry, { actor_kind: null });
}
