import { Injectable } from '@nestjs/common';
import { Database, Table, type AuditEntry, type Context, type EntityClass, type Row } from '@usaha/shared';
import { BillPayment } from '../billing/bill-payment.entity.js';
import { Bill } from '../billing/bill.entity.js';
import type { Patient } from '../patient/patient.entity.js';
import { PatientService } from '../patient/patient.service.js';
import { belongingNames, belongings, type BelongingName } from './belongings.js';

/** A record as it is kept, in clear, by the names of its columns. */
export type ClearRecord = Record<string, unknown>;

/** Everything that is held on one patient; in each list the newest first. */
export interface PatientExport extends Record<BelongingName, ClearRecord[]> {
  patient: Patient;
  /** Each with its payments. */
  bills: ClearRecord[];
  /** What was done to him and to whatever is his, and by whom; what a field held is withheld there as everywhere. */
  audit_entries: AuditEntry[];
}

/** How rows are kept, not what they tell. */
const bookkeeping = new Set(['tenant_id', 'version', 'deleted_at']);

const TRAIL = `
  select r.tenant_id, r.id, r.at, r.actor_id, r.action, r.record_type, r.record_id, r.changes
  from kernel.audit_entries r
  where r.tenant_id = $1 and r.record_type = any($2) and r.record_id = any($3) order by r.id desc`;

const nouns = ['patient', 'bill', ...belongingNames.map((name) => belongings[name].noun)];

/** What a patient may ask for: everything that is held on him, in a form that a machine reads (PDPA 2010, s.30). */
@Injectable()
export class ExportService {
  constructor(
    private readonly database: Database,
    private readonly patients: PatientService,
  ) {}

  /** That he was exported is on the audit trail before it is answered. @throws not_found */
  async of(ctx: Context, id: string): Promise<PatientExport> {
    const patient = await this.patients.read(ctx, id, 'export');
    const ofHim = (entity: EntityClass<object>) => this.records(ctx, entity, 'patient_id', [patient.id]);
    const [bills, ...lists] = await Promise.all([
      ofHim(Bill),
      ...belongingNames.map((name) => ofHim(belongings[name].entity)),
    ]);
    const payments = await this.records(ctx, BillPayment, 'bill_id', idsOf(bills));
    const held = {
      ...(Object.fromEntries(belongingNames.map((name, i) => [name, lists[i]])) as Record<
        BelongingName,
        ClearRecord[]
      >),
      bills: bills.map((bill) => ({ ...bill, payments: payments.filter(({ bill_id }) => bill_id === bill.id) })),
    };
    const ids = [patient.id, ...Object.values(held).flatMap(idsOf)];
    const trail = await ctx.db.query(TRAIL, [ctx.tenant_id, nouns, ids]);
    return { patient, ...held, audit_entries: trail.map(entryOf) };
  }

  /** The records of one table that name one of these ids in that column, newest first. */
  private async records(
    ctx: Context,
    entity: EntityClass<object>,
    column: string,
    ids: readonly string[],
  ): Promise<ClearRecord[]> {
    const table = Table.of(entity, this.database.dataSource);
    const rows = await ctx.db.query(
      `select ${table.selected} from ${table.path} r where r.tenant_id = $1 and r.${column} = any($2) order by r.id desc`,
      [ctx.tenant_id, ids],
    );
    const shown = table.columns.flatMap(({ name, parts }) => parts ?? [name]).filter((name) => !bookkeeping.has(name));
    return rows.map((row) => {
      const record = table.hydrate(row, ctx.db.keyring) as ClearRecord;
      return Object.fromEntries(shown.map((name) => [name, record[name]]));
    });
  }
}

const idsOf = (records: readonly ClearRecord[]): string[] => records.map(({ id }) => id as string);

const entryOf = ([tenant_id, id, at, actor_id, action, record_type, record_id, changes]: Row): AuditEntry =>
  ({ tenant_id, id, at, actor_id, action, record_type, record_id, changes }) as AuditEntry;
