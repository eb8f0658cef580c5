import { join } from 'node:path';
import type { Mailer } from '@usaha/core';
import type { Config } from '../../start/config.js';
import { lettersName } from '../../database/embedded/held-letters.js';
import { ConsoleMailer } from './console-mailer.js';
import { FileMailer } from './file-mailer.js';

/**
 * The carrier of letters: the mail server of SMTP_URL; without one, outside production, a folder or the console. In
 * production none: a letter that is reported as sent must be.
 * @param dataDir null where the service uses none
 */
export async function mailerOf(
  { smtp, production }: Pick<Config, 'smtp' | 'production'>,
  dataDir: string | null,
  say: (line: string) => void,
): Promise<Mailer | null> {
  if (smtp) {
    // Loaded only here: most starts send nothing through a mail server.
    const { SmtpMailer } = await import('./smtp-mailer.js');
    return new SmtpMailer(smtp.url, smtp.sender, production);
  }
  if (production) return null;
  return dataDir === null ? new ConsoleMailer(say) : new FileMailer(join(dataDir, lettersName));
}
