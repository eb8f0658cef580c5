import { NO_TENANT, roles, type Role } from '@usaha/shared';
import { usualPolicy, type Rights } from '@usaha/core';
import { isClosedToDriver, permissions, type Permission, type RouteAccess } from './permissions.js';

const rights = (role: Role, tenant_id = 'tenant'): Rights => ({
  tenant_id,
  actor: { user_id: 'abc-1', number: 42, role, session_id: 's', is_operator: false, driver_id: null },
  owner: 't',
  disabled_modules: [],
  mfa_at: null,
  policy: usualPolicy,
});

/** The matrix of A-53, row by row: viewer, staff, manager, admin. */
const matrix: Record<Permission, [boolean, boolean, boolean, boolean]> = {
  read: [true, true, true, true],
  write: [false, true, true, true],
  'tenants.list': [false, false, false, true],
  'tenants.create': [false, false, false, true],
  'tenants.change': [false, false, false, true],
  'tenants.export': [false, false, false, true],
  'users.administer': [false, false, false, true],
  'users.change': [false, false, false, true],
  'users.change_password': [true, true, true, true],
  'users.export': [false, false, false, true],
  'subscriptions.write': [false, false, false, true],
  'modules.write': [false, false, false, true],
  'payments.write': [false, false, true, true],
  'payments.refund': [false, false, false, true],
  'payment_account.administer': [false, false, false, true],
  'api_keys.administer': [false, false, false, true],
  'webhooks.administer': [false, false, false, true],
  'events.administer': [false, false, false, true],
  'imports.write': [false, false, true, true],
  'exports.read': [false, false, true, true],
  'audit.read': [false, false, false, true],
  'account_policy.administer': [false, false, false, true],
  'messages.read': [false, false, true, true],
  'message_accounts.administer': [false, false, false, true],
  'message_templates.administer': [false, false, false, true],
  'message_settings.administer': [false, false, false, true],
  'einvoices.manage': [false, false, true, true],
  'einvoice_settings.read': [false, false, true, true],
  'einvoice_settings.administer': [false, false, false, true],
  'bills.correct': [false, false, true, true],
  'cod.correct': [false, false, true, true],
  'freight.correct': [false, false, true, true],
  'cod.pay': [false, false, true, true],
  'education_payments.void': [false, false, true, true],
  'retail_sales.void': [false, false, true, true],
  'education_invoices.correct': [false, false, true, true],
  'positions.read': [false, false, true, true],
  'beauty_payments.correct': [false, false, true, true],
  'beauty_commissions.read': [false, false, true, true],
  'records.delete': [false, false, true, true],
  'persons.administer': [false, false, false, true],
};

it.each(Object.entries(matrix) as [Permission, boolean[]][])(
  '%s is for %j of viewer, staff, manager, admin',
  (name, row) => {
    expect(roles.map((role) => permissions[name](rights(role), { user_id: 'other-user' }))).toEqual(row);
  },
);

it('an account without a tenant may create one, and nothing else that is not everybody’s', () => {
  const tenantless = rights('viewer', NO_TENANT);
  const allowed = (Object.keys(matrix) as Permission[]).filter((name) => permissions[name](tenantless, {}));
  expect(allowed.sort()).toEqual(['read', 'tenants.create', 'users.change_password']);
});

it('every user may change the own account, named by uuid in any case or by number', () => {
  for (const user_id of ['abc-1', 'ABC-1', '42'])
    expect(permissions['users.change'](rights('viewer'), { user_id })).toBe(true);
  for (const user_id of ['abc-2', '0042', '4', undefined])
    expect(permissions['users.change'](rights('manager'), { user_id })).toBe(false);
});

it('A-373: users who are drivers meet closed routes in logistics, save those that are opened to them', () => {
  const access = (openToDrivers: boolean): RouteAccess => ({
    isPublic: false,
    idempotent: true,
    openToDrivers,
    isSessionOnly: false,
    needsStepUp: false,
    isOpenWithoutFactor: false,
    takesFile: null,
    reads: true,
    permission: 'read',
    tenantless: false,
  });
  const other = rights('staff');
  const driver: Rights = { ...other, actor: { ...other.actor, driver_id: 'driver' } };
  expect(isClosedToDriver(driver, 'logistics', access(false))).toBe(true);
  expect(isClosedToDriver(driver, 'logistics', access(true))).toBe(false);
  expect(isClosedToDriver(driver, 'retail', access(false))).toBe(false);
  expect(isClosedToDriver(driver, undefined, access(false))).toBe(false);
  expect(isClosedToDriver(other, 'logistics', access(false))).toBe(false);
});
