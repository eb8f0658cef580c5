import pino, { type Logger } from 'pino';

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

/** One JSON object per line; on a terminal, lines for people. */
export function createLogger(level: string, pretty: boolean): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redacted.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[withheld]' },
    serializers: { err: withoutValues },
    ...(pretty
      ? { transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss', ignore: 'request_id' } } }
      : {}),
  });
}

/** An error without what PostgreSQL says of the row: its detail quotes values, which may be personal. */
function withoutValues(
  error: Error & { code?: string; constraint?: string; cause?: unknown },
): Record<string, unknown> {
  const { name, message, stack, code, constraint } = error;
  const cause = error.cause instanceof Error ? withoutValues(error.cause) : undefined;
  return { name, message, code, constraint, stack, ...(cause ? { cause } : {}) };
}
