import { setImmediate as turn } from 'node:timers/promises';
import { checkAnswer } from './openapi-check.js';
import { refuseSecretsIn, rememberKey, rememberSecrets, rememberWebhookSecret } from './secrets.js';
import { workerState } from './state.js';

export interface CallOptions {
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

/** JSON of any shape: a test looks into it and says what it expects. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed, where it is JSON. */
  body: Json;
  text: string;
}

let ownServer: string | undefined;

/** From here on the file's requests go to a server that it has started itself. */
export function useServer(url: string): void {
  ownServer = url;
}

/** The server that this test file uses. */
export const baseUrl = (): string => ownServer ?? workerState().baseUrl;

/**
 * One request. In every test, each answer is also held against the surface's OpenAPI document, and may
 * hold no secret.
 */
export async function call(
  method: string,
  path: string,
  options: CallOptions = {},
  server = baseUrl(),
): Promise<Answer> {
  const { token, body, raw } = options;
  if (body !== undefined) rememberSecrets(body);
  const headers: Record<string, string> = { ...options.headers };
  if (token !== undefined) headers.authorization ??= `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  // While a test computed, the server may have closed a connection that was idle: heard of it, another one is taken.
  await turn();
  await turn();
  const response = await fetch(`${server}${path}`, { method, headers, body: payload, redirect: 'manual' });
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
  const answer: Answer = {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
  refuseSecretsIn(text, `${method} ${path}: the answer`);
  rememberKey(answer.body);
  rememberWebhookSecret(answer.body);
  await checkAnswer(method, path, answer);
  return answer;
}

const verbs = (prefix: string) => ({
  get: (path: string, options?: CallOptions) => call('GET', `${prefix}${path}`, options),
  head: (path: string, options?: CallOptions) => call('HEAD', `${prefix}${path}`, options),
  post: (path: string, body?: unknown, options?: CallOptions) => call('POST', `${prefix}${path}`, { body, ...options }),
  put: (path: string, body?: unknown, options?: CallOptions) => call('PUT', `${prefix}${path}`, { body, ...options }),
  delete: (path: string, options?: CallOptions) => call('DELETE', `${prefix}${path}`, options),
});

/** The contract surface: paths without a trailing slash. */
export const contract = verbs('/v1');
/** The reference surface: paths with a trailing slash. */
export const reference = verbs('/api/v1');
