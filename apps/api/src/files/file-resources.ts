import { fileMessages as messages, type FileRecord } from '@usaha/core';
import { invalid } from '@usaha/shared';

/** The collections whose records have files, by their paths below /api/v1/ with dots. */
export const fileResources = [
  'tenants',
  'retail.products',
  'retail.customers',
  'retail.sales',
  'healthcare.patients',
  'healthcare.medical-records',
  'education.students',
  'education.enrollment',
  'beauty.products',
  'beauty.clients',
  'beauty.staff',
  'logistics.drivers',
  'logistics.vehicles',
  'logistics.shipments',
] as const;

interface SentRecord {
  resource?: string | null;
  record_id?: string | null;
}

/**
 * The record that a body or query names.
 * @returns undefined where neither field is sent; null where both are null @throws invalid for one without the other
 */
export function recordOf({ resource, record_id }: SentRecord): FileRecord | null | undefined {
  if (resource === undefined && record_id === undefined) return undefined;
  if (resource === null && record_id === null) return null;
  if (typeof resource !== 'string') throw invalid('resource', messages.recordHalf());
  if (typeof record_id !== 'string') throw invalid('record_id', messages.recordHalf());
  return { resource, record_id };
}
