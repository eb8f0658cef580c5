import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { workerState } from './state.js';

const secretKeys = new Set(['password', 'current_password', 'new_password', 'mfa_token', 'card_number', 'cvv']);
/** Personal fields that no log line may hold either. */
const personalKeys = new Set(['ic_number']);
/** The address alone shows the shipment to its holder. */
const trackingLinks = /\/track\/+[\w-]{8}/i;
/** So does that of a link to a file. */
const fileLinks = /\/files\/+[\w-]{100}/i;
/** So does the token of a letter. */
const accountTokens = /(?<![\w-])[\w-]{88}(?![\w-])/;
const secrets = new Set<string>();
const personal = new Set<string>();
const hashes = /\$argon2|\$2[aby]\$/;
/** Written as the scanners of logs have it. */
const apiKey = /usk_[0-9A-Za-z]{20,}/;
/** What signs webhooks. */
const webhookSecret = /whsec_[0-9A-Za-z+/]{20,}/;
/** Shorter ones would be found by chance. */
const SHORTEST = 8;

/** Remembers what was sent under a secret's name. */
export function rememberSecrets(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    if (typeof value === 'string' && value.length >= SHORTEST) {
      if (secretKeys.has(key)) secrets.add(value);
      if (personalKeys.has(key)) personal.add(value);
    } else rememberSecrets(value);
  }
}

/** An API key is a secret from the answer on that shows it, and so is its hash. */
export function rememberKey(answer: unknown): void {
  const key = (answer as { data?: { key?: unknown } } | undefined)?.data?.key;
  if (typeof key !== 'string' || !apiKey.test(key)) return;
  secrets.add(key);
  const hash = createHash('sha256').update(key);
  for (const encoding of ['base64', 'base64url', 'hex'] as const) secrets.add(hash.copy().digest(encoding));
}

/** So is what signs webhooks, from the answer on that shows it. */
export function rememberWebhookSecret(answer: unknown): void {
  const secret = (answer as { data?: { secret?: unknown } } | undefined)?.data?.secret;
  if (typeof secret === 'string' && webhookSecret.test(secret)) secrets.add(secret);
}

/** No answer holds a password, a hash, or anything else that was sent as a secret. */
export function refuseSecretsIn(text: string, where: string): void {
  if (hashes.test(text)) throw new Error(`${where} holds a password hash`);
  for (const secret of secrets) if (text.includes(secret)) throw new Error(`${where} holds a secret that was sent`);
}

let offset = 0;

/** From here on the server's log is this file's. */
export function beginLog(): void {
  const { logFile } = workerState();
  offset = logFile === null ? 0 : statSync(logFile).size;
}

/** The lines that the server has logged since this file began. */
export function logLines(): string[] {
  const { logFile } = workerState();
  if (logFile === null) return [];
  const size = statSync(logFile).size;
  const bytes = Buffer.alloc(size - offset);
  const file = openSync(logFile, 'r');
  readSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
  // The banner of a start says the operator's development password: the one exception.
  return bytes
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('{'));
}

/** What the server has logged since, which must hold neither secrets nor IC numbers. */
export function checkLog(): void {
  for (const line of logLines()) {
    refuseSecretsIn(line, 'A log line');
    if (trackingLinks.test(line)) throw new Error(`A log line holds a link of public tracking: ${line}`);
    if (fileLinks.test(line)) throw new Error(`A log line holds a link to a file: ${line}`);
    if (accountTokens.test(line)) throw new Error(`A log line holds the token of a link: ${line}`);
    if (webhookSecret.test(line)) throw new Error(`A log line holds the secret of a webhook: ${line}`);
    if (apiKey.test(line)) throw new Error(`A log line holds an API key: ${line}`);
    for (const value of personal) if (line.includes(value)) throw new Error('A log line holds an IC number');
  }
}
