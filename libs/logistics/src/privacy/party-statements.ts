import { SHIPMENTS } from '../file-collections.js';
import { endedStatuses } from '../shipment/shipment-statuses.js';

/** Shipments `r` that ended, tell who their parties are, and had their last entry $2 or longer ago; served by shipments_telling. */
const DUE = `
  from logistics.shipments r
  join logistics.shipment_events e on e.tenant_id = $1 and e.shipment_id = r.id and e.position = r.events
  where r.tenant_id = $1 and r.parties_blanked_at is null
    and r.status in (${endedStatuses.map((status) => `'${status}'`).join(', ')})
    and r.created_at < $2 and e.created_at < $2 and r.deleted_at is null`;

export const COUNT_DUE = `select count(*) ${DUE}`;

/** The next $5 of them, after the one of $3 and $4. */
export const NEXT_DUE = `select r.id, r.created_at, r.events ${DUE}
  and (r.created_at, r.id) > ($3, $4) order by r.created_at, r.id limit $5`;

/** Of the schedules of shipments $2. */
export const LOCK_SCHEDULES = `
  select 1 from logistics.schedules r where r.tenant_id = $1 and r.shipment_id = any($2) order by r.id for no key update`;

const BLANK_SCHEDULES = `
  update logistics.schedules r
  set special_instructions = null, contact_preferences = null, updated_at = $3, version = r.version + 1`;
const TELLS = '(r.special_instructions is not null or r.contact_preferences is not null)';

/** What belongs to shipments $2 that are held; $3 is now. */
export const BLANK_BELONGINGS = [
  `${BLANK_SCHEDULES} where r.tenant_id = $1 and r.shipment_id = any($2) and ${TELLS}`,
  `update logistics.shipment_events r set location = null, notes = null
   where r.tenant_id = $1 and r.shipment_id = any($2) and (r.location is not null or r.notes is not null)`,
  `update logistics.proofs r
   set location = null, particulars = null, difference_reason = null, picture_ids = '{}', updated_at = $3, version = r.version + 1
   where r.tenant_id = $1 and r.shipment_id = any($2)`,
  `update logistics.proof_corrections r set reason = null, from_reason = null from logistics.proofs p
   where r.tenant_id = $1 and p.tenant_id = $1 and p.id = r.proof_id and p.shipment_id = any($2)`,
  `update logistics.proof_pictures r set content = null, updated_at = $3, version = r.version + 1 from logistics.proofs p
   where r.tenant_id = $1 and p.tenant_id = $1 and p.id = r.proof_id and p.shipment_id = any($2) and r.content is not null`,
];

/** Schedules that were written after their shipment had been blanked, and $2 or longer ago; $3 is now. */
export const BLANK_LATE_SCHEDULES = `${BLANK_SCHEDULES}
  from logistics.shipments s
  where r.tenant_id = $1 and s.tenant_id = $1 and s.id = r.shipment_id and s.parties_blanked_at is not null
    and r.updated_at < $2 and ${TELLS}`;

/** Files of shipments $2 that are held (A-493). */
export const FILES = `r.resource = '${SHIPMENTS}' and r.record_id = any($2)`;

/** Files that became those of a shipment after it had been blanked, and $2 or longer ago. */
export const LATE_FILES = `r.resource = '${SHIPMENTS}' and r.updated_at < $2
  and r.record_id in (select s.id from logistics.shipments s where s.tenant_id = $1 and s.parties_blanked_at is not null)`;

/** Those of shipments $2 that are blanked. */
export const BLANKED = `
  select r.id from logistics.shipments r where r.tenant_id = $1 and r.id = any($2) and r.parties_blanked_at is not null`;

/**
 * Senders of whom no shipment tells who they are any more. A name stays as long as money is owed to it: without it the courier could
 * not pay.
 */
const SETTLED = `r.tenant_id = $1 and r.name <> ''
    and not exists (select 1 from logistics.proofs p join logistics.shipments s on s.tenant_id = $1 and s.id = p.shipment_id
      where p.tenant_id = $1 and p.sender_id = r.id and s.parties_blanked_at is null)
    and coalesce((select sum(p.collected_amount) from logistics.proofs p where p.tenant_id = $1 and p.sender_id = r.id), 0)
      = coalesce((select sum(o.amount) from logistics.cod_payouts o
          where o.tenant_id = $1 and o.sender_id = r.id and o.voided_at is null), 0)`;

/** They are held before it is judged again: a proof that was being recorded for one is seen then, and a later one waits. */
export const LOCK_SETTLED = `
  select count(*) from (select 1 from logistics.cod_senders r where ${SETTLED} order by r.id for update) l`;

/** $2 is now. */
const BLANK_SENDERS = `
  update logistics.cod_senders r set name = null, phone_digits = null, updated_at = $2, version = r.version + 1
  where ${SETTLED}`;

/** Notes of what such senders were paid. */
const BLANK_PAYOUTS = `
  update logistics.cod_payouts r set note = null, void_reason = null, updated_at = $2, version = r.version + 1
    from logistics.cod_senders c
  where r.tenant_id = $1 and c.tenant_id = $1 and c.id = r.sender_id and c.name is null
    and (r.note is not null or r.void_reason is not null)`;

/** In this order. */
export const BLANK_SETTLED = [BLANK_SENDERS, BLANK_PAYOUTS];
