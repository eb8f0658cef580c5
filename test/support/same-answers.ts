import { operations, type DocumentedOperation } from './operations.js';
import { textsOfPdf } from './pdf-text.js';
import { inTurns } from './retail.js';

/** A tenant in one of two installations, as an administrator reads it. */
export interface Side {
  baseUrl: string;
  token: string;
  tenant_id: string;
}

/** Operations whose answers differ between two installations, and why. */
export const ofInstallation: Readonly<Record<string, string>> = {
  'GET /api/v1/audit/': 'the trail has the sign-ins of each',
  'GET /api/v1/auth/sessions/': 'sign-ins that are under way',
  'GET /api/v1/einvoices/settings/': 'the client secret is not given away',
  'GET /api/v1/events/': 'events on their way',
  'GET /api/v1/healthcare/patients/{patient_id}/accesses/': 'the trail has what each comparison reads',
  'GET /api/v1/messages/': 'messages that waited are dropped',
  'GET /api/v1/messages/{message_id}/': 'messages that waited are dropped',
  'GET /api/v1/payment-account/': 'address and secret of the callbacks of each',
  'GET /api/v1/users/{user_id}/export/': 'sessions and the trail of each',
  'GET /api/v1/webhooks/': 'endpoints are disabled, with new secrets',
  'GET /api/v1/webhooks/{webhook_id}/': 'endpoints are disabled, with new secrets',
  'GET /api/v1/webhooks/{webhook_id}/deliveries/': 'events on their way',
};

/** Fields that tell of sign-ins and passwords, of what each comparison reads, or the moment of the answer. */
const MOVING = ['last_login', 'generated_at', 'exported_at', 'mfa_enabled', 'session', 'audit_entries'];
/** Links that an installation signs. */
const SIGNED = ['picture_urls', 'url'];
/** Of users alone: those without a password are pending. */
const OF_USERS = ['status', 'is_active', 'updated_at', 'version'];

const PARAMETER = /\{(\w+)\}/;
/** Of how many records an operation with a record in its path is read. */
const MOST_RECORDS = 3;
const AT_ONCE = 4;

const isCompared = ({ method, path, isPublic, name }: DocumentedOperation): boolean =>
  method === 'GET' && !isPublic && !(name in ofInstallation) && path.split(PARAMETER).length <= 3;

/** What people see of an answer. */
async function shown({ baseUrl, token }: Side, path: string, without: readonly string[]): Promise<string> {
  const answer = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) return String(answer.status);
  const type = answer.headers.get('content-type') ?? '';
  if (type.includes('pdf')) return `200 ${textsOfPdf(bytes).join('\n')}`;
  if (!type.includes('json')) return `200 ${bytes.toString('base64')}`;
  const body: unknown = JSON.parse(bytes.toString());
  return `200 ${JSON.stringify(body, (key, value: unknown) => (without.includes(key) ? undefined : value))}`;
}

/** Ids of the first records of the list that stands before the parameter of a path. */
async function recordsOf(side: Side, before: string): Promise<string[]> {
  const { baseUrl, token, tenant_id } = side;
  if (/\/tenants\/$/.test(before)) return [tenant_id];
  const answer = await fetch(`${baseUrl}${before}`, { headers: { authorization: `Bearer ${token}` } });
  if (answer.status !== 200) return [];
  const body = (await answer.json()) as { data?: unknown };
  const rows = (Array.isArray(body) ? body : Array.isArray(body.data) ? body.data : []) as { id?: string }[];
  return rows.slice(0, MOST_RECORDS).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

export interface Compared {
  /** Paths whose answers differ, with the first characters in which they do. */
  different: { path: string; here: string; there: string }[];
  /** Requests that were answered with 200, by the kind of their answer. */
  same: { lists: number; reports: number; documents: number; others: number };
}

function kindOf(path: string, answer: string): keyof Compared['same'] {
  if (path.includes('/reports/')) return 'reports';
  if (/receipt|pdf|label|invoice\/$/.test(path)) return 'documents';
  return answer.includes('"pagination"') ? 'lists' : 'others';
}

/** Compares the answers of two installations to all that can be read of a tenant: lists, reports, records, documents and files. */
export async function compareAnswers(here: Side, there: Side): Promise<Compared> {
  const different: Compared['different'] = [];
  const same = { lists: 0, reports: 0, documents: 0, others: 0 };
  const paths: string[] = [];
  for (const { path } of operations.filter(isCompared)) {
    const [before = '', , after] = path.split(PARAMETER);
    if (after === undefined) paths.push(path);
    else for (const id of await recordsOf(here, before)) paths.push(`${before}${id}${after}`);
  }
  await inTurns(
    AT_ONCE,
    paths.map((path) => async () => {
      const without = [...MOVING, ...SIGNED, ...(/\/users|\/me\//.test(path) ? OF_USERS : [])];
      const [one, other] = await Promise.all([shown(here, path, without), shown(there, path, without)]);
      if (one === other) {
        if (one.startsWith('200')) same[kindOf(path, one)] += 1;
        return;
      }
      const from = Math.max(0, [...one].findIndex((character, i) => character !== other[i]) - 80);
      different.push({ path, here: one.slice(from, from + 200), there: other.slice(from, from + 200) });
    }),
  );
  return { different, same };
}
