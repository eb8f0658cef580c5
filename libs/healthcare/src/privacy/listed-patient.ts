import { isUuid, type Context } from '@usaha/shared';
import { nouns } from '../messages.js';

/**
 * Records the reading of a list that is filtered by a patient as a reading of that patient. Called in the turn in which the
 * list is asked for, it costs no round trip. Other pages are not recorded: each would write an entry for every row.
 */
export function recordListed(ctx: Context, { patient_id }: { patient_id?: string }): void {
  if (patient_id === undefined || !isUuid(patient_id)) return;
  const record_id = patient_id.toLowerCase();
  ctx.db.recordReading(ctx, { action: 'read', record_type: nouns.patient.name, record_id, changes: {} });
}
