import { v5, v7 } from 'uuid';
import { RandomSupply } from './random-supply.js';

/** The reserved tenant of accounts that belong to no tenant yet. It has no owner and is shown as null. */
export const NO_TENANT = '00000000-0000-0000-0000-000000000000';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is a uuid of any version. Ids are compared in lower case; PostgreSQL writes them so. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && uuidPattern.test(text);

const random = new RandomSupply(16);

let lastMillisecond = 0;
let sequence = 0;

/**
 * A uuid v7 of the context's instant: ids sort by creation, so that `id desc` is "newest first" and the
 * primary key serves every list. Ids made by one process for one millisecond count up.
 */
export function newId(now: Date): string {
  const msecs = now.getTime();
  sequence = msecs === lastMillisecond ? sequence + 1 : 0;
  lastMillisecond = msecs;
  return v7({ msecs, seq: sequence, random: random.next() });
}

/** The least uuid v7 of an instant: no id that was made earlier is greater. The primary key finds what came since by it. */
export function firstId(instant: Date): string {
  const hex = Math.max(instant.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The instant whose id it is. */
export const instantOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** A stable uuid for a text within a tenant: what a surface that promises a uuid shows for an opaque text. */
export const derivedId = (tenant_id: string, text: string): string => v5(text, tenant_id);
