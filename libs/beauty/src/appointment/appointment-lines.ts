import { Table, insertMany, updateMany, type Context, type Database, type Row, type Snapshot } from '@usaha/shared';
import { AppointmentLine } from './appointment-line.entity.js';

/** Lines as they were read, by id: to find out later what was changed. */
export type LinesBefore = ReadonlyMap<string, Snapshot>;

/** The changes of the lines of an appointment. */
interface LineChanges {
  added: AppointmentLine[];
  changed: AppointmentLine[];
  removed: string[];
}

/** The table of lines, which are read and written together with their appointment. */
export class AppointmentLines {
  private readonly table: Table<AppointmentLine>;
  /** The columns that are read of a line `l` and its service `s`. */
  private readonly selected: string;
  private readonly from: string;
  /** All that may change on a line: one statement for every kind of change. */
  private readonly written: (keyof AppointmentLine & string)[];

  constructor(database: Database) {
    this.table = database.table(AppointmentLine);
    const names = this.table.columns.map(({ name }) => name as keyof AppointmentLine & string);
    this.written = names.filter((name) => name !== 'appointment_id' && !this.table.keys.includes(name));
    // Once for each service: the same with every line of it would be as long as there are lines.
    const contraindications = `case when l.opens_service then s.contraindications else '{}' end`;
    this.selected = [...this.table.columns.map(({ name }) => `l.${name}`), contraindications].join(', ');
    this.from = `${this.table.path} l join beauty.services s on s.tenant_id = $1 and s.id = l.service_id`;
  }

  /** SQL of the lines of an appointment `r`; the tenant is $1. */
  get linesOfAppointment(): string {
    return `(select json_agg(json_build_array(${this.selected}) order by l.position) from ${this.from}
      where l.tenant_id = $1 and l.appointment_id = r.id)`;
  }

  /** The lines of an appointment, in their order. */
  async of(ctx: Context, appointment_id: string): Promise<AppointmentLine[]> {
    const rows = await ctx.db.read(
      `select ${this.selected} from ${this.from} where l.tenant_id = $1 and l.appointment_id = $2 order by l.position`,
      [ctx.tenant_id, appointment_id],
    );
    return rows.map((row) => this.hydrate(ctx, row));
  }

  /** @param row as it was selected, or as JSON has that */
  hydrate(ctx: Context, row: Row): AppointmentLine {
    const values = this.table.columns.map(({ kind }, i) =>
      kind === 'instant' && typeof row[i] === 'string' ? new Date(row[i]) : row[i],
    );
    const line = this.table.hydrate(values, ctx.db.keyring);
    line.contraindications = row[this.table.width] as string[];
    return line;
  }

  snapshot(lines: readonly AppointmentLine[]): LinesBefore {
    return new Map(lines.map((line) => [line.id, this.table.snapshot(line)]));
  }

  insert(ctx: Context, appointment_id: string, lines: readonly AppointmentLine[]): void {
    insertMany(ctx, this.table, lines, { common: { appointment_id } });
  }

  /** @returns null where lines are as they were */
  changes(lines: readonly AppointmentLine[], before: LinesBefore): LineChanges | null {
    const kept = new Set(lines.map(({ id }) => id));
    const removed = [...before.keys()].filter((id) => !kept.has(id));
    const added = lines.filter(({ id }) => !before.has(id));
    const changed = lines.filter((line) => {
      const was = before.get(line.id);
      return was !== undefined && this.table.changed(line, was).length > 0;
    });
    return removed.length + added.length + changed.length === 0 ? null : { added, changed, removed };
  }

  /** Enqueues what was changed, in as many statements however many lines there are. The appointment is locked. */
  save(ctx: Context, appointment_id: string, { added, changed, removed }: LineChanges): void {
    if (removed.length > 0)
      ctx.db.enqueue(
        `delete from ${this.table.path} l where l.tenant_id = $1 and l.appointment_id = $2 and l.id = any($3)`,
        [ctx.tenant_id, appointment_id, removed],
      );
    const otherwise = () => new Error('A line of a locked appointment could not be written');
    updateMany(ctx, this.table, changed, this.written, otherwise);
    this.insert(ctx, appointment_id, added);
  }
}
