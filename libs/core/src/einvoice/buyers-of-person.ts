import type { Context } from '@usaha/shared';
import { nouns } from '../messages.js';
import { recordsOf, type PersonalRecords } from '../privacy/personal-data.js';
import { EinvoiceBuyer } from './buyer.entity.js';

/** The buyer that a person is on e-invoices: an erasure blanks and deletes it. */
export const BUYERS_OF_PERSON: PersonalRecords = recordsOf(EinvoiceBuyer, {
  noun: nouns.einvoice_buyer,
  names: 'person_id',
  active: [],
  becomes: { deleted_at: 'coalesce(r.deleted_at, r.updated_at)' },
});

const REMOVE_SECOND = `
  update einvoice.buyers b set deleted_at = $4, updated_at = $4, version = b.version + 1
   where b.tenant_id = $1 and b.person_id = $2 and b.deleted_at is null and exists
     (select 1 from einvoice.buyers o where o.tenant_id = $1 and o.person_id = $3 and o.deleted_at is null)`;
const MOVE = `
  update einvoice.buyers b set person_id = $3, subject_id = $3::uuid::text, updated_at = $4, version = b.version + 1
   where b.tenant_id = $1 and b.person_id = $2`;
const MOVE_DOCUMENTS = `
  update einvoice.documents r set person_id = $3, updated_at = $4, version = r.version + 1
   where r.tenant_id = $1 and r.person_id = $2`;

/**
 * Makes the buyers and e-invoices of one person those of another, both of them locked, when they are merged: export and erasure reach them
 * there. A person has one buyer: of two, that of the first is deleted.
 */
export async function moveBuyers(ctx: Context, from: string, into: string): Promise<void> {
  const values = [ctx.tenant_id, from, into, ctx.now];
  await Promise.all([
    ctx.db.change(REMOVE_SECOND, values),
    ctx.db.change(MOVE, values),
    ctx.db.change(MOVE_DOCUMENTS, values),
  ]);
}
