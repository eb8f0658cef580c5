import { rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFile, syncDirectory } from '@usaha/embedded-postgres';

/** The folder of a data directory that holds letters where no mail server is configured: they hold names and addresses. */
export const lettersName = 'outbox-mail';
/** The same of messages to people. */
export const messagesName = 'outbox-messages';
/** Lies in a data directory that was restored: what was sent since the backup would be sent once more. */
export const heldLettersName = 'letters-held.txt';
const CONTENT = 'This copy was restored, and sends no letters through SMTP_URL until npm run cli -- letters:send\n';

/** Before there is a database that a start could serve. */
export async function holdLetters(dir: string): Promise<void> {
  await createFile(join(dir, heldLettersName), CONTENT, 0o600);
}

export const areLettersHeld = (dir: string): Promise<boolean> =>
  stat(join(resolve(dir), heldLettersName)).then(
    () => true,
    () => false,
  );

/** @returns whether they were held */
export async function releaseLetters(dir: string): Promise<boolean> {
  if (!(await areLettersHeld(dir))) return false;
  await rm(join(resolve(dir), heldLettersName), { force: true });
  await syncDirectory(resolve(dir));
  return true;
}
