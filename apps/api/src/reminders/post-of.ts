import { join } from 'node:path';
import type { ReminderPost } from '@usaha/healthcare';
import type { Config } from '../config.js';
import { ConsolePost } from './console-post.js';
import { FilePost } from './file-post.js';
import { SmtpPost } from './smtp-post.js';

/** The folder in the data directory that letters are laid into. */
export const OUTBOX_MAIL = 'outbox-mail';

/**
 * Who carries letters: the mail server of SMTP_URL; without one, outside production, a folder or the console. In
 * production nobody: a reminder that is said to be sent must be.
 * @param dataDir null where the service uses none
 */
export function postOf(
  { smtp, production }: Pick<Config, 'smtp' | 'production'>,
  dataDir: string | null,
  say: (line: string) => void,
): ReminderPost | null {
  if (smtp) return new SmtpPost(smtp.url, smtp.sender);
  if (production) return null;
  return dataDir === null ? new ConsolePost(say) : new FilePost(join(dataDir, OUTBOX_MAIL));
}
