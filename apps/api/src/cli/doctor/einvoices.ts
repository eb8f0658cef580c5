import { RULES_AS_OF, TenantRepository, einvoiceHosts } from '@usaha/core';
import { Database, Keyring, NO_TENANT, malaysianDay, type Context } from '@usaha/shared';
import { createDataSource } from '@usaha/shared/operation';
import { entities } from '../../database/persistence.js';
import type { Config } from '../../start/config.js';
import { neutral, reasonOf, unwell, well, type Check, type Finding } from './finding.js';

const about = 'E-invoices';
const DAY_MS = 86_400_000;
/** The tables of rules are to be compared with their sources again after this number of days. */
const RULES_DAYS = 180;
/** The shortest time before the end of a certificate of which a business is told twice. */
const CERTIFICATE_DAYS = 7;
/** MyInvois refuses documents with a time in the future. */
const MOST_SECONDS_OFF = 60;
const PATIENCE_MS = 10_000;

type Outside = keyof typeof einvoiceHosts;

/** A business that sends e-invoices to MyInvois. */
interface Sender {
  tenant_id: string;
  environment: Outside;
  credentials: 'own' | 'intermediary';
  has_credentials: boolean;
  certificate_until: Date | null;
  /** Why sending rests; null where it does not. */
  rest: string | null;
}

/** Whether the tables of rules were compared with their sources lately. */
export const checkEinvoiceRules: Check = () => Promise.resolve([rulesKnown(new Date())]);

/** @param as_of the day on which they were compared last */
export function rulesKnown(now: Date, as_of = RULES_AS_OF): Finding {
  const days = Math.floor((now.getTime() - new Date(as_of).getTime()) / DAY_MS);
  if (days <= RULES_DAYS) return well(about, `rules as of ${as_of}`);
  return unwell(about, `rules are as of ${as_of}, ${days} days ago: install a newer release`);
}

/** Whether businesses can send: credentials, certificates, and the clock of this machine against that of MyInvois. */
export async function examineEinvoices(url: string, config: Config, pending: readonly string[]): Promise<Finding[]> {
  if (pending.length > 0) return [neutral(about, 'are looked at once no migration is pending')];
  const dataSource = await createDataSource({ url, entities, poolSize: 1 }).initialize();
  try {
    // Nothing is sealed or opened here; a keyring is only what the database is told.
    const database = await Database.over(dataSource, new Keyring([['none', Buffer.alloc(32)]], Buffer.alloc(32)));
    const now = new Date();
    const senders = await sendersOf(database, now);
    if (senders.length === 0) return [neutral(about, 'no business sends any to MyInvois')];
    const environments = [...new Set(senders.map(({ environment }) => environment))];
    const clocks = await Promise.all(environments.map((environment) => clockOf(environment)));
    return [...senders.flatMap((sender) => faultsOf(sender, config, now)), ...clocks];
  } catch (error) {
    return [neutral(about, `cannot be looked at: ${reasonOf(error)}`)];
  } finally {
    await dataSource.destroy();
  }
}

/** What keeps a business from sending, or soon will. */
export function faultsOf(
  sender: Sender,
  { einvoiceIntermediary }: Pick<Config, 'einvoiceIntermediary'>,
  now: Date,
): Finding[] {
  const { tenant_id, credentials, has_credentials, certificate_until, rest } = sender;
  const texts: string[] = [];
  if (credentials === 'own' && !has_credentials) texts.push('has no client_id and client_secret');
  if (credentials === 'intermediary' && einvoiceIntermediary === null)
    texts.push('sends through the operator, and EINVOICE_CLIENT_ID is not set');
  if (rest === 'refused') texts.push('has credentials that MyInvois refuses');
  if (rest === 'forbidden') texts.push('has credentials that MyInvois does not let submit');
  if (certificate_until !== null && certificate_until.getTime() <= now.getTime() + CERTIFICATE_DAYS * DAY_MS)
    texts.push(`has a certificate that ends on ${malaysianDay(certificate_until)}`);
  return texts.map((text) => unwell(about, `tenant ${tenant_id} ${text}`));
}

/** By how much the clock of this machine differs from that of MyInvois, which its answers tell. */
async function clockOf(environment: Outside): Promise<Finding> {
  const { api } = einvoiceHosts[environment];
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const { headers } = await fetch(api, { method: 'HEAD', redirect: 'manual', signal });
    return clockFinding(environment, headers.get('date'), Date.now());
  } catch (error) {
    return unwell(about, `MyInvois (${environment}) does not respond: ${reasonOf(error)}`);
  }
}

/** @param told its header `Date` @param now of this machine, in milliseconds since 1970 */
export function clockFinding(environment: string, told: string | null, now: number): Finding {
  const theirs = Date.parse(told ?? '');
  if (Number.isNaN(theirs)) return neutral(about, `MyInvois (${environment}) responds, and does not tell its time`);
  const seconds = Math.round((now - theirs) / 1_000);
  if (Math.abs(seconds) <= MOST_SECONDS_OFF)
    return well(about, `MyInvois (${environment}) responds, and the clocks agree`);
  const which = seconds > 0 ? 'ahead of' : 'behind';
  return unwell(about, `this clock is ${Math.abs(seconds)} seconds ${which} that of MyInvois (${environment}): set it`);
}

/** Tenant by tenant, since no statement sees the records of two. */
async function sendersOf(database: Database, now: Date): Promise<Sender[]> {
  const read = <T>(tenant_id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
    database.read({ tenant_id, actor: null, now }, work);
  const senders: Sender[] = [];
  for (const tenant_id of await read(NO_TENANT, (ctx) => new TenantRepository(database).everyId(ctx)))
    for (const row of await read(tenant_id, (ctx) => ctx.db.read(OF_TENANT, [tenant_id, now]))) {
      const [environment, credentials, has_credentials, certificate_until, rest] = row as [
        Outside,
        Sender['credentials'],
        boolean,
        Date | null,
        string | null,
      ];
      senders.push({ tenant_id, environment, credentials, has_credentials, certificate_until, rest });
    }
  return senders;
}

const OF_TENANT = `
  select r.environment, r.credentials, r.client_id is not null and r.client_secret is not null, r.certificate_until,
         (select s.reason from einvoice.sending_rests s
           where s.tenant_id = r.tenant_id and s.settings_version = r.version and s.rests_until > $2
           order by s.rests_until desc limit 1)
    from einvoice.settings r where r.tenant_id = $1 and r.enabled and r.environment <> 'simulator'`;
