import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery, Letter, Mailer } from '@usaha/core';
import { messageOf } from './message.js';

/** Letters that are not sent need no sender. */
const SENDER = 'no-reply@localhost';

/** Lays letters into a folder, as files that a mail program opens: where no mail server is configured. */
export class FileMailer implements Mailer {
  constructor(private readonly folder: string) {}

  async send(letter: Letter): Promise<Delivery> {
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      const file = join(this.folder, `${letter.id}.eml`);
      await writeFile(`${file}.part`, await messageOf(letter, SENDER), { mode: 0o600 });
      await rename(`${file}.part`, file);
      return { kind: 'accepted' };
    } catch (error) {
      return { kind: 'unreachable', reason: (error as Error).message };
    }
  }
}
