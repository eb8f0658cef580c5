import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** What Nest itself has to say as lines of the log: of its start nothing, of warnings and errors all. */
export const nestLogger = (logger: Logger): LoggerService => ({
  log: () => undefined,
  warn: (message: unknown) => logger.warn(text(message)),
  error: (message: unknown, ...more: unknown[]) => logger.error({ more: more.map(text) }, text(message)),
});

const text = (said: unknown): string => (said instanceof Error ? (said.stack ?? said.message) : String(said));
