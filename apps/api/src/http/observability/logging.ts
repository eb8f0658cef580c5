import { withoutCards } from '@usaha/shared';
import { instantText } from '../../wire/instant-text.js';
import pino, { type Logger, type LoggerOptions } from 'pino';

/** Fields that never reach a log: secrets, and what identifies a person. */
const redacted = [
  'password',
  'current_password',
  'new_password',
  'password_hash',
  'access_token',
  'refresh_token',
  'authorization',
  'card_number',
  'cvv',
  'ic_number',
  'email',
  'username',
  'first_name',
  'last_name',
  'phone',
  'phone_number',
];

/** What scanners of repositories know API keys by, cut ones too. */
const apiKey = /usk_[0-9A-Za-z]{20,}/g;

/** A line without API keys, wherever in it one stands: a client may send its key in a place where no key belongs. */
const withoutKeys = (line: string): string => (line.includes('usk_') ? line.replace(apiKey, 'usk_[withheld]') : line);

/** pino's number of the level `error`. */
const ERROR = 50;

/** Lines are written this many bytes at a time, and after this many milliseconds at the latest. */
const [AT_ONCE, AT_THE_LATEST] = [12_288, 100];

/**
 * Standard output, written in batches: a write for each request is a noticeable part of a short one, and no answer depends on it.
 * Flushed with every error, and when the process ends otherwise than by SIGKILL; not with every warning: it waits for the disk,
 * and each 503 warns.
 */
function output(): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ minLength: AT_ONCE, periodicFlush: AT_THE_LATEST, sync: true });
  process.once('exit', () => destination.flushSync());
  return destination;
}

/** A line for each request: what was asked, what came of it, how long it took, and who asked. */
const readable = {
  translateTime: 'SYS:HH:MM:ss',
  singleLine: true,
  ignore: 'request_id,method,path,status,duration_ms',
  messageFormat: '{if method}{method} {path} {status} {duration_ms} ms{end}{msg}',
};

/** One JSON object per line; on a terminal, lines for people. */
export function createLogger(level: string, pretty: boolean): Logger {
  const destination = pretty ? undefined : output();
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: () => `,"time":"${instantText(new Date())}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redacted.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[withheld]' },
    serializers: { err: withoutValues },
    hooks: {
      streamWrite: withoutKeys,
      logMethod(line, log, severity) {
        log.apply(this, line);
        if (severity >= ERROR) destination?.flushSync();
      },
    },
    ...(pretty ? { transport: { target: 'pino-pretty', options: readable } } : {}),
  };
  if (!destination) return pino(options);
  const logger = pino(options, destination);
  flushes.set(logger, () => destination.flushSync());
  return logger;
}

const flushes = new WeakMap<Logger, () => void>();

/** Writes what was logged and is not written yet: before other output, so that the lines keep their order. */
export const flushLog = (logger: Logger): void => flushes.get(logger)?.();

/** An error without what PostgreSQL says of the row: its detail quotes values, which may be personal. */
function withoutValues(
  error: Error & { code?: string; constraint?: string; cause?: unknown },
): Record<string, unknown> {
  const { name, code, constraint } = error;
  const [message, stack] = [withoutCards(error.message), error.stack && withoutCards(error.stack)];
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : undefined;
  return { name, message, code, constraint, stack, ...(cause ? { cause } : {}) };
}
