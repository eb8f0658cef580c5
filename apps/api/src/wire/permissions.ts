import { SetMetadata } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants.js';
import { NO_TENANT, includesRole, type Role } from '@usaha/shared';
import type { ModuleKey, Rights } from '@usaha/core';

type Rule = (rights: Rights, params: Record<string, string | undefined>) => boolean;

const atLeast =
  (role: Role): Rule =>
  ({ actor }) =>
    includesRole(actor.role, role);

const isSelf: Rule = ({ actor }, { user_id }) =>
  actor.kind !== 'api_key' &&
  user_id !== undefined &&
  (user_id.toLowerCase() === actor.user_id || user_id === String(actor.number));

/**
 * The whole matrix of rights. Reading needs viewer and writing staff unless the route says otherwise;
 * a forgotten annotation can only close a door too much.
 */
export const permissions = {
  read: atLeast('viewer'),
  write: atLeast('staff'),
  'tenants.list': atLeast('admin'),
  /** An account without a tenant may create one too. */
  'tenants.create': (rights, params) => rights.tenant_id === NO_TENANT || atLeast('admin')(rights, params),
  'tenants.change': atLeast('admin'),
  /** Taking all data of the tenant away. */
  'tenants.export': atLeast('admin'),
  'users.administer': atLeast('admin'),
  /** Users may change their own names and telephone number; which fields those are is the domain's rule. */
  'users.change': (rights, params) => isSelf(rights, params) || atLeast('admin')(rights, params),
  /** Only the account itself: the domain tells an unknown account (404) from another's (403). */
  'users.change_password': atLeast('viewer'),
  /** All data of a user, for that user too. */
  'users.export': (rights, params) => isSelf(rights, params) || atLeast('admin')(rights, params),
  'subscriptions.write': atLeast('admin'),
  'modules.write': atLeast('admin'),
  /** Payment methods and payments. */
  'payments.write': atLeast('manager'),
  /** Giving money back takes back the time that it bought. */
  'payments.refund': atLeast('admin'),
  /** How the business is paid: its gateway and its DuitNow QR. */
  'payment_account.administer': atLeast('admin'),
  /** API keys of the tenant. */
  'api_keys.administer': atLeast('admin'),
  /** Webhooks of the tenant. */
  'webhooks.administer': atLeast('admin'),
  /** The feed of events: what happened in the whole business. */
  'events.administer': atLeast('admin'),
  /** Files of imports, and imports. */
  'imports.write': atLeast('manager'),
  /** Lists as files, as far as the caller may read each list. */
  'exports.read': atLeast('manager'),
  'audit.read': atLeast('admin'),
  /** What the tenant asks of accounts. */
  'account_policy.administer': atLeast('admin'),
  /** What became of messages to people. */
  'messages.read': atLeast('manager'),
  /** Carriers of messages of the business. */
  'message_accounts.administer': atLeast('admin'),
  /** Which templates of messages are sent, and their names at WhatsApp. */
  'message_templates.administer': atLeast('admin'),
  'message_settings.administer': atLeast('admin'),
  /** Texts of e-invoices, and what becomes of them. */
  'einvoices.manage': atLeast('manager'),
  /** How the business issues e-invoices. */
  'einvoice_settings.read': atLeast('manager'),
  'einvoice_settings.administer': atLeast('admin'),
  /** Taking what was paid to a school out of its accounts. */
  'education_payments.void': atLeast('manager'),
  /** Cancelling and crediting invoices of a school. */
  'education_invoices.correct': atLeast('manager'),
  /** Voids, credit notes, refunds and cancellations of a clinic's bills. */
  'bills.correct': atLeast('manager'),
  /** Making a sale void. */
  'retail_sales.void': atLeast('manager'),
  /** Where vehicles were tells where their drivers were. */
  'positions.read': atLeast('manager'),
  /** Voids and refunds of a salon. */
  'beauty_payments.correct': atLeast('manager'),
  /** What the staff of a salon earn by commission. */
  'beauty_commissions.read': atLeast('manager'),
  /** Cancelling and crediting freight invoices. */
  'freight.correct': atLeast('manager'),
  /** Correcting what was collected on delivery, and making remittances and payouts void. */
  'cod.correct': atLeast('manager'),
  /** Paying senders what was collected for them. */
  'cod.pay': atLeast('manager'),
  /** Deleting patients, drivers and vehicles. */
  'records.delete': atLeast('manager'),
  /** Exporting everything held on a patient, student, client, member of staff or driver, and erasing it. */
  'persons.administer': atLeast('admin'),
} satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

/** Names of the permissions that hold wherever a route needs them: those that hold for the own record alone are left out. */
export const permissionsOf = (rights: Rights): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((name) => permissions[name](rights, {}));

const PUBLIC = 'usaha:public';
const NEEDS = 'usaha:needs';
const TENANTLESS = 'usaha:tenantless';

/** Opens a route to everybody: a handful of routes, all of them sign-in. */
export const Public = () => SetMetadata(PUBLIC, true);

/** The permission a route needs, where it is not the default of its method. */
export const Needs = (permission: Permission) => SetMetadata(NEEDS, permission);

/** Opens a route to accounts without a tenant; everywhere else they meet TENANT_REQUIRED. */
export const Tenantless = () => SetMetadata(TENANTLESS, true);

const OPEN_TO_DRIVERS = 'usaha:open-to-drivers';

/** Opens a route of logistics to users who are drivers, for what is assigned to them; every other route refuses them. */
export const OpenToDrivers = () => SetMetadata(OPEN_TO_DRIVERS, true);

/** Whether a route is closed to the actor because the actor is a driver. */
export const isClosedToDriver = (
  { actor }: Rights,
  module: ModuleKey | undefined,
  { openToDrivers }: RouteAccess,
): boolean => actor.driver_id !== null && module === 'logistics' && !openToDrivers;

const OF_MODULE = 'usaha:of-module';

/** On controllers of an industry: a tenant that disabled the module meets MODULE_DISABLED there, on both surfaces. */
export const OfModule = (module: ModuleKey) => SetMetadata(OF_MODULE, module);

const signIns = new WeakMap<object, boolean>();

/** Whether a controller is of sign-in and accounts: of `auth/` on either surface. */
export function isOfAuth(controller: object): boolean {
  let known = signIns.get(controller);
  if (known === undefined) {
    known = /^(?:api\/)?v1\/auth(?:\/|$)/.test(String(Reflect.getMetadata(PATH_METADATA, controller)));
    signIns.set(controller, known);
  }
  return known;
}

const modules = new WeakMap<object, { module: ModuleKey | undefined }>();

/** The module that a controller belongs to; undefined for those of the core. */
export function moduleOf(controller: object): ModuleKey | undefined {
  let known = modules.get(controller);
  if (!known) {
    known = { module: Reflect.getMetadata(OF_MODULE, controller) as ModuleKey | undefined };
    modules.set(controller, known);
  }
  return known.module;
}

const NOT_IDEMPOTENT = 'usaha:not-idempotent';

/** On POST routes whose bodies are secrets, or that change nothing: an Idempotency-Key is not heeded there. */
export const NotIdempotent = () => SetMetadata(NOT_IDEMPOTENT, true);

const SESSION_ONLY = 'usaha:session-only';

/** Closes a route to API keys: it needs the session of a user who signed in. */
export const SessionOnly = () => SetMetadata(SESSION_ONLY, true);

const TAKES_FILE = 'usaha:takes-file';

/**
 * Of a POST whose body is a file, by itself or within multipart/form-data: rights are asked before it is read.
 * @param query its parameters, which multipart/form-data may have as fields
 */
export const TakesFile = (query: new () => object) => SetMetadata(TAKES_FILE, query);

const STEP_UP = 'usaha:step-up';

/** Asks users with a second factor for a code of the last ten minutes. Not on operations of the specification. */
export const StepUp = () => SetMetadata(STEP_UP, true);

const OPEN_WITHOUT_FACTOR = 'usaha:open-without-factor';

/** Opens a route to users whom the tenant asks for a second factor and who have none, as all of auth/ is. */
export const OpenWithoutFactor = () => SetMetadata(OPEN_WITHOUT_FACTOR, true);

/** What a route's annotations say, read once per route. */
export interface RouteAccess {
  isPublic: boolean;
  tenantless: boolean;
  /** Whether an Idempotency-Key is heeded: on every POST by a signed-in user, unless the route says otherwise. */
  idempotent: boolean;
  /** Whether users who are drivers may ask for what is assigned to them. */
  openToDrivers: boolean;
  /** Whether API keys are refused with every scope. */
  isSessionOnly: boolean;
  /** Whether a user with a second factor needs a code of the last ten minutes. */
  needsStepUp: boolean;
  /** Whether it says that users without a factor may use it where one is asked for. */
  isOpenWithoutFactor: boolean;
  /** Of a route whose body is a file, its parameters; null of all others. */
  takesFile: (new () => object) | null;
  permission: Permission;
  /** Whether the scope `read` opens it to API keys: GET, and where reading is all that it needs. */
  reads: boolean;
}

const known = new WeakMap<object, RouteAccess>();

export function accessOf(handler: object, method: string): RouteAccess {
  let access = known.get(handler);
  if (!access) {
    const read = method === 'GET' || method === 'HEAD';
    const permission = (Reflect.getMetadata(NEEDS, handler) as Permission | undefined) ?? (read ? 'read' : 'write');
    access = {
      isPublic: Reflect.getMetadata(PUBLIC, handler) === true,
      idempotent: Reflect.getMetadata(NOT_IDEMPOTENT, handler) !== true,
      openToDrivers: Reflect.getMetadata(OPEN_TO_DRIVERS, handler) === true,
      isSessionOnly: Reflect.getMetadata(SESSION_ONLY, handler) === true,
      needsStepUp: Reflect.getMetadata(STEP_UP, handler) === true,
      isOpenWithoutFactor: Reflect.getMetadata(OPEN_WITHOUT_FACTOR, handler) === true,
      takesFile: (Reflect.getMetadata(TAKES_FILE, handler) as (new () => object) | undefined) ?? null,
      tenantless: Reflect.getMetadata(TENANTLESS, handler) === true,
      permission,
      reads: read || permission === 'read',
    };
    known.set(handler, access);
  }
  return access;
}
