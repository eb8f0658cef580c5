import { Injectable } from '@nestjs/common';
import {
  DocumentParties,
  lockHeads,
  readChanges,
  readFigures,
  readHeads,
  type EinvoiceSource,
  type FiguresTold,
  type HeadsPage,
  type HeadsSql,
  type SourceDocument,
  type SourceFigure,
  type SourceHead,
  type SourceKind,
  type SourceRef,
} from '@usaha/core';
import type { Context, StoredRecord } from '@usaha/shared';
import { BeautyAppointmentRepository } from '../appointment/beauty-appointment.repository.js';
import { SoldPackageRepository } from '../sold-package/sold-package.repository.js';
import { issueOf } from './appointment-document.js';
import type { AppointmentPayment } from './appointment-payment.entity.js';
import { AppointmentPaymentLedger, PackagePaymentLedger } from './payment-ledger.js';
import { packageSource, refundSource, visitSource } from './visit-source.js';

/** Refunds of what e-invoices are made of: those of a deposit are none, nothing was invoiced then. */
const OF_DOCUMENTS = `r.kind = 'refund' and (r.sold_package_id is not null or (r.appointment_id is not null and r.purpose = 'visit'))`;
/** MYR: what a refund took off its lines; one from before lines were named all of it. */
const CREDITED = `(case when coalesce(jsonb_array_length(r.lines), 0) = 0 then r.amount else coalesce((
  select sum((l ->> 'amount')::numeric) from jsonb_array_elements(r.lines) l where l ->> 'line' is not null), 0) end)`;

const heads = {
  visit: {
    from: 'beauty.appointments r',
    number: `coalesce(r.invoice_number, (select p.receipt_number from beauty.payments p
      where p.tenant_id = $1 and p.appointment_id = r.id and p.kind = 'payment' order by p.position limit 1))`,
    dated_at: 'r.completed_at',
    total: 'coalesce(r.total_amount, r.total_price - r.package_amount)',
    only: `r.status = 'completed' and r.deleted_at is null and (r.invoice_number is not null or exists (select from
      beauty.payments p where p.tenant_id = $1 and p.appointment_id = r.id and p.kind = 'payment'))`,
  },
  package: {
    from: 'beauty.sold_packages r',
    number: 'r.receipt_number',
    dated_at: 'r.created_at',
    total: 'r.price',
    is_cancelled: '(r.voided_at is not null)',
    only: 'r.deleted_at is null',
  },
  refund: {
    from: 'beauty.payments r',
    number: 'r.receipt_number',
    dated_at: 'r.created_at',
    total: CREDITED,
    changes: {
      kind: `case when r.sold_package_id is null then 'visit' else 'package' end`,
      id: 'coalesce(r.sold_package_id, r.appointment_id)',
    },
    only: OF_DOCUMENTS,
  },
} satisfies Record<string, HeadsSql>;

/** Verbs by which a visit is not completed any more: it is no document then. */
const LEFT_BY = ['reopened', 'confirmed', 'started', 'cancelled', 'missed'] as const;

const isKind = (kind: SourceKind): kind is keyof typeof heads => Object.hasOwn(heads, kind);
const byId = <R extends { id: string }>(records: readonly R[]): Map<string, R> =>
  new Map(records.map((record) => [record.id, record]));

/** Completed visits, sold packages and their refunds as e-invoices are made of them. */
@Injectable()
export class EinvoicedVisits implements EinvoiceSource {
  readonly kinds = ['visit', 'package', 'refund'] as const;
  readonly events = [
    { type: 'beauty.appointment.completed', kind: 'visit', key: 'id' },
    { type: 'beauty.client_package.created', kind: 'package', key: 'id' },
    { type: 'beauty.payment.created', kind: 'visit', key: 'appointment_id', is_change: true },
    ...LEFT_BY.map(
      (verb) => ({ type: `beauty.appointment.${verb}`, kind: 'visit', key: 'id', is_change: true }) as const,
    ),
    { type: 'beauty.client_package.refunded', kind: 'package', key: 'id', is_change: true },
    { type: 'beauty.client_package.voided', kind: 'package', key: 'id', is_change: true },
  ] as const;

  constructor(
    private readonly visits: BeautyAppointmentRepository,
    private readonly packages: SoldPackageRepository,
    private readonly payments: AppointmentPaymentLedger,
    private readonly packagePayments: PackagePaymentLedger,
    private readonly parties: DocumentParties,
  ) {}

  async read(ctx: Context, kind: SourceKind, ids: readonly string[], lock = false): Promise<SourceDocument[]> {
    if (kind === 'package') return (await locked(this.packages, ctx, ids, lock)).map(packageSource);
    return kind === 'visit' ? this.readVisits(ctx, ids, lock) : this.readRefunds(ctx, ids, lock);
  }

  heads(ctx: Context, kind: SourceKind, period: HeadsPage['period'], page: HeadsPage['page']): Promise<SourceHead[]> {
    if (!isKind(kind)) return Promise.resolve([]);
    return readHeads(ctx, { module: 'beauty', kind }, heads[kind], { period, page });
  }

  lockHeads(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceHead[]> {
    if (kind !== 'visit' && kind !== 'package') return Promise.resolve([]);
    return lockHeads(ctx, { module: 'beauty', kind }, heads[kind], ids);
  }

  figures(ctx: Context, kind: SourceKind, told: FiguresTold): Promise<SourceFigure[]> {
    if (!isKind(kind)) return Promise.resolve([]);
    const { visit, package: sold } = heads;
    const changed = kind === 'refund' ? { visit, package: sold } : {};
    return readFigures(ctx, { module: 'beauty', kind }, { sql: heads[kind], changed }, told);
  }

  changesOf(ctx: Context, kind: SourceKind, ids: readonly string[]): Promise<SourceRef[]> {
    if (kind !== 'visit' && kind !== 'package') return Promise.resolve([]);
    const owner = kind === 'visit' ? 'r.appointment_id' : 'r.sold_package_id';
    const sql = { from: heads.refund.from, owner, only: OF_DOCUMENTS };
    return readChanges(ctx, { module: 'beauty', kind: 'refund' }, sql, ids);
  }

  private async readVisits(ctx: Context, ids: readonly string[], lock: boolean): Promise<SourceDocument[]> {
    const visits = await locked(this.visits, ctx, ids, lock);
    const payments = grouped(
      await this.payments.of(
        ctx,
        visits.map(({ id }) => id),
      ),
    );
    const issued = visits.map((visit) => issueOf(visit, payments(visit.id)) ?? ctx.now);
    const isTaxed = await this.registration(ctx, issued);
    return visits.flatMap((visit, i) => visitSource(visit, payments(visit.id), isTaxed(issued[i] ?? ctx.now)) ?? []);
  }

  private async readRefunds(ctx: Context, ids: readonly string[], lock: boolean): Promise<SourceDocument[]> {
    const refunds = (await this.payments.findAll(ctx, ids)).filter(
      ({ kind, purpose, appointment_id, sold_package_id }) =>
        kind === 'refund' && (sold_package_id !== null || (appointment_id !== null && purpose === 'visit')),
    );
    const visits = await locked(this.visits, ctx, unique(refunds, 'appointment_id'), lock);
    const packages = await locked(this.packages, ctx, unique(refunds, 'sold_package_id'), lock);
    const entries = grouped([
      ...(await this.payments.of(ctx, unique(refunds, 'appointment_id'))),
      ...(await this.packagePayments.of(ctx, unique(refunds, 'sold_package_id'))),
    ]);
    const isTaxed = await this.registration(
      ctx,
      refunds.map(({ created_at }) => created_at),
    );
    const [visitOf, packageOf] = [byId(visits), byId(packages)];
    return refunds.flatMap((refund) => {
      const { appointment_id, sold_package_id, created_at } = refund;
      const record = {
        visit: visitOf.get(appointment_id ?? '') ?? null,
        sold: packageOf.get(sold_package_id ?? '') ?? null,
        entries: entries(appointment_id ?? sold_package_id ?? ''),
      };
      return refundSource(refund, record, isTaxed(created_at)) ?? [];
    });
  }

  /** Whether the business was registered for SST when a document was issued. */
  private async registration(ctx: Context, issued: readonly Date[]): Promise<(at: Date) => boolean> {
    if (issued.length === 0) return () => false;
    const first = issued.reduce((earliest, at) => (at < earliest ? at : earliest));
    const parties = await this.parties.at(ctx, first);
    return (at) => parties.later(at).seller.sst_registration_number !== null;
  }
}

type Records<R> = {
  lockAll(ctx: Context, ids: readonly string[]): Promise<R[]>;
  findAll(ctx: Context, ids: readonly string[]): Promise<R[]>;
};

/** Records by their ids. Locked ones are read once more: lines that were read with them may be from before the wait. */
async function locked<R extends StoredRecord>(
  records: Records<R>,
  ctx: Context,
  ids: readonly string[],
  lock: boolean,
): Promise<R[]> {
  if (ids.length === 0) return [];
  if (lock) await records.lockAll(ctx, ids);
  return records.findAll(ctx, ids);
}

const unique = (refunds: readonly AppointmentPayment[], of: 'appointment_id' | 'sold_package_id'): string[] => [
  ...new Set(refunds.flatMap((refund) => refund[of] ?? [])),
];

/** Entries by their record, oldest first. */
function grouped(entries: readonly AppointmentPayment[]): (record_id: string) => AppointmentPayment[] {
  const by = new Map<string, AppointmentPayment[]>();
  for (const entry of entries) {
    const record_id = entry.appointment_id ?? entry.sold_package_id ?? '';
    const same = by.get(record_id);
    if (same) same.push(entry);
    else by.set(record_id, [entry]);
  }
  return (record_id) => by.get(record_id) ?? [];
}
