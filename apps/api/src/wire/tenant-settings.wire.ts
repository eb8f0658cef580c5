import { BIN_DAYS, MOST_BIN_DAYS } from '@usaha/core';
import { documentedKey } from './documented-key.js';
import { MAX_TEXT, field } from './field.js';

const text = { type: String, nullable: true, maxLength: MAX_TEXT };

/** Settings of a tenant that the service reads; further keys are the client's own, and are kept as they were sent. */
@field.record('Settings that the service reads; further keys are kept as sent')
class TenantSettings {
  @documentedKey('Number of the registration for SST, which invoices print; null removes it', 'W10-1808-32000001', text)
  sst_registration_number?: string | null;
  @documentedKey(
    'SSM registration number, printed on documents where the business has no registration_number; null removes it',
    '202101012345',
    text,
  )
  ssm_number?: string | null;
}

/** Settings that the reference surface states in addition: other values than these are refused there, and count for nothing. */
@field.record('Settings that the service reads; further keys are kept as sent')
class ReferenceTenantSettings extends TenantSettings {
  @field.count(
    `Days for which deleted records can be restored; ${BIN_DAYS} unless set, null removes it (A-508)`,
    BIN_DAYS,
    {
      optional: true,
      min: 1,
      max: MOST_BIN_DAYS,
    },
  )
  bin_days?: number | null;
  @field.flag(
    'Whether deleted persons are erased, as by their erase/, once they can be restored no more; null removes it (A-508)',
    false,
    { optional: true },
  )
  bin_erases_persons?: boolean | null;
}

const example = { theme: 'dark', sst_registration_number: 'W10-1808-32000001' };

/** Settings in a body: they replace the current ones, save the keys that the service reads and the body does not name. */
export const sentSettings = field.object(
  'Settings; keys that the service reads stay when they are not named, and null removes them (A-336)',
  example,
  { unset: true, keys: TenantSettings },
);

/** The same on the reference surface. */
export const sentReferenceSettings = field.object(
  'Settings; keys that the service reads stay when they are not named, and null removes them (A-336)',
  example,
  { unset: true, keys: ReferenceTenantSettings },
);

/** Settings in a view. */
export const shownSettings = field.object('Settings, as sent', example);
