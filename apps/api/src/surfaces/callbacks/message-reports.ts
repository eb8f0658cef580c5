import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpSettings, MessageReport, MetaSettings, TwilioSettings } from '@usaha/core';

/** A callback as it came. */
export interface MessageCallback {
  /** The address as the carrier was given it, with the query that it came with. */
  url: string;
  header: (name: string) => string | undefined;
  query: Readonly<Record<string, string>>;
  body: Buffer;
}

/** What a callback tells. */
export interface CarrierTold {
  reports: MessageReport[];
  /** Texts that people wrote to the business, each with the digits of its sender's number. */
  answers: { from: string; text: string }[];
}

const isSame = (given: string | undefined, right: string): boolean => {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** Answers by which people stop WhatsApp; templates of reminders name them. */
const STOPS: ReadonlySet<string> = new Set(['STOP', 'BERHENTI']);
export const isStop = (text: string): boolean =>
  STOPS.has(
    text
      .trim()
      .replace(/[.!]+$/, '')
      .toUpperCase(),
  );

/** Whether Meta has signed the bytes: `X-Hub-Signature-256: sha256=<hex HMAC-SHA256(app_secret, body)>`. */
export const isSignedByMeta = ({ header, body }: MessageCallback, { app_secret }: MetaSettings): boolean =>
  isSame(header('x-hub-signature-256'), `sha256=${createHmac('sha256', app_secret).update(body).digest('hex')}`);

/** Whether Twilio has: base64 of HMAC-SHA1 with the token over the address and the form's fields, sorted, each name with its value. */
export function isSignedByTwilio({ url, header, body }: MessageCallback, { auth_token }: TwilioSettings): boolean {
  const fields = [...new URLSearchParams(body.toString('utf8'))].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = fields.reduce((text, [name, value]) => text + name + value, url);
  return isSame(header('x-twilio-signature'), createHmac('sha1', auth_token).update(signed).digest('base64'));
}

type Json = Record<string, unknown>;
const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((one): one is Json => typeof one === 'object' && one !== null) : [];
const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;
const WHATSAPP_STATUSES = ['sent', 'delivered', 'read', 'failed'] as const;

/** What Meta tells: `entry[].changes[].value.statuses[]` and `messages[]` (Cloud API, webhooks). A body that is none tells nothing. */
export function whatsAppTold(body: Buffer): CarrierTold {
  const told: CarrierTold = { reports: [], answers: [] };
  const values = objectsIn((readJson(body) ?? {}).entry)
    .flatMap(({ changes }) => objectsIn(changes))
    .flatMap(({ value }) => objectsIn([value]));
  for (const { statuses, messages } of values) {
    for (const { id, status, timestamp, errors, biz_opaque_callback_data } of objectsIn(statuses)) {
      const known = WHATSAPP_STATUSES.find((one) => one === status);
      const name = textOf(biz_opaque_callback_data) ?? textOf(id);
      const seconds = Number(textOf(timestamp) ?? NaN);
      if (known === undefined || name === null) continue;
      const at = Number.isFinite(seconds) && seconds > 0 && seconds < 1e11 ? new Date(seconds * 1_000) : null;
      told.reports.push({ id: name, status: known, at, code: textOf(objectsIn(errors)[0]?.code) });
    }
    for (const { from, text } of objectsIn(messages)) {
      const said = textOf((objectsIn([text])[0] ?? {}).body);
      const sender = textOf(from);
      if (said !== null && sender !== null) told.answers.push({ from: sender, text: said });
    }
  }
  return told;
}

const TWILIO_STATUSES: Readonly<Record<string, MessageReport['status']>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
};

/** What Twilio tells: one report. Our id stands in the address that it was given. */
export function twilioReports({ query, body }: MessageCallback): MessageReport[] {
  const form = new URLSearchParams(body.toString('utf8'));
  const status = TWILIO_STATUSES[form.get('MessageStatus') ?? ''];
  const id = query.id ?? form.get('MessageSid');
  return status === undefined || !id ? [] : [{ id, status, at: null, code: form.get('ErrorCode') }];
}

/** What a described gateway tells, in its query, form or JSON: one report. */
export function httpReports({ query, body }: MessageCallback, { status_params }: HttpSettings): MessageReport[] {
  if (status_params === null) return [];
  const fields: Json = {
    ...Object.fromEntries(new URLSearchParams(body.toString('utf8'))),
    ...readJson(body),
    ...query,
  };
  const [id, said] = [textOf(fields[status_params.id]), textOf(fields[status_params.status])];
  if (id === null || said === null) return [];
  const isOf = (list: readonly string[]): boolean => list.some((one) => one.toLowerCase() === said.toLowerCase());
  if (isOf(status_params.delivered)) return [{ id, status: 'delivered', at: null, code: null }];
  return isOf(status_params.failed) ? [{ id, status: 'failed', at: null, code: said.slice(0, 50) }] : [];
}

function readJson(body: Buffer): Json | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
  } catch {
    return null;
  }
}
