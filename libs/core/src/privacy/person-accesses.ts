import { Injectable } from '@nestjs/common';
import { Page, offsetOf, type AuditEntry, type Context, type PageRequest, type Row } from '@usaha/shared';
import type { DataSubject } from '../person/person.entity.js';
import type { PersonalData } from './personal-data.js';
import { PersonRegistry } from './person-registry.js';

/** What the audit trail calls it when data of a person were shown. */
const readings = ['read', 'export'];

/** An entry of the audit trail that says who was shown data of a person, when, and which record. */
export type PersonAccess = Pick<AuditEntry, 'id' | 'at' | 'actor_id' | 'action' | 'record_type' | 'record_id'>;

const columns = [
  'id',
  'at',
  'actor_id',
  'action',
  'record_type',
  'record_id',
] as const satisfies (keyof PersonAccess)[];

/** The readers of a person's data (PDPA 2010, s.9): the readings on the audit trail, of the person and of the person's records. */
@Injectable()
export class PersonAccesses {
  constructor(private readonly registry: PersonRegistry) {}

  /** One page, newest first. @throws not_found */
  async of<P extends DataSubject>(
    ctx: Context,
    data: PersonalData<P>,
    id: string,
    page: PageRequest,
  ): Promise<Page<PersonAccess>> {
    const person = await this.registry.of(data).context.persons.get(ctx, id);
    const { text, values } = this.readingsOf(ctx, data, person.id);
    const selected = columns.map((column) => `r.${column}`).join(', ');
    const [rows, [count]] = await Promise.all([
      ctx.db.read(
        `select ${selected} ${text} order by r.id desc limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, page.size, offsetOf(page)],
      ),
      ctx.db.read(`select count(*) ${text}`, values),
    ]);
    return new Page(rows.map(accessOf), count?.[0] as number, page);
  }

  /** FROM and WHERE: each kind of record is looked up in the trail's index by type and id. */
  private readingsOf(ctx: Context, data: PersonalData, id: string): { text: string; values: unknown[] } {
    const values: unknown[] = [ctx.tenant_id, id, readings, data.noun.name];
    const ofRecords = this.registry.of(data).records.map(({ declared: { noun, names }, table }) => {
      const ids = `select p.id from ${table.path} p where p.tenant_id = $1 and p.${names} = $2`;
      return `(r.record_type = $${values.push(noun.name)} and r.record_id = any(array(${ids})))`;
    });
    const { table } = this.registry.of(data);
    const earlier =
      data.mergedInto && `select p.id from ${table.path} p where p.tenant_id = $1 and p.${data.mergedInto} = $2`;
    const ofMerged = earlier ? [`(r.record_type = $4 and r.record_id = any(array(${earlier})))`] : [];
    const about = ['(r.record_type = $4 and r.record_id = $2)', ...ofMerged, ...ofRecords].join(' or ');
    const text = `from kernel.audit_entries r where r.tenant_id = $1 and r.action = any($3) and (${about})`;
    return { text, values };
  }
}

const accessOf = (row: Row): PersonAccess =>
  Object.fromEntries(columns.map((column, i) => [column, row[i]])) as PersonAccess;
