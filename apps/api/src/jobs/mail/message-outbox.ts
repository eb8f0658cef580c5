import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messagesName } from '../../database/embedded/held-letters.js';
import type { Config } from '../../start/config.js';

/** How many messages are kept: the oldest make room. */
const MOST = 500;

/** A message that was not sent, in development. */
export interface DevMessage {
  id: string;
  tenant_id: string | null;
  way: string;
  to: string;
  template: string;
  language: string;
  subject: string | null;
  text: string;
  /** Values of the template, in order. */
  parameters: string[];
  /** Names of files. */
  attachments: string[];
  /** Headers of a letter. */
  headers: Record<string, string>;
  /** ISO 8601, UTC. */
  at: string;
}

/** Which messages are asked for; `to` in any case. */
export interface OutboxFilter {
  to?: string;
  way?: string;
  template?: string;
}

const isWanted = (message: DevMessage, { to, way, template }: OutboxFilter): boolean =>
  (to === undefined || message.to.toLowerCase() === to.trim().toLowerCase()) &&
  (way === undefined || message.way === way) &&
  (template === undefined || message.template === template);

/** The last messages of development. */
export interface MessageOutbox {
  keep(message: DevMessage): Promise<void>;
  /** Newest first. */
  list(filter: OutboxFilter): Promise<DevMessage[]>;
}

/** In memory: where there is no data directory. */
export class MemoryOutbox implements MessageOutbox {
  private readonly messages: DevMessage[] = [];

  keep(message: DevMessage): Promise<void> {
    this.messages.unshift(message);
    this.messages.length = Math.min(this.messages.length, MOST);
    return Promise.resolve();
  }

  list(filter: OutboxFilter): Promise<DevMessage[]> {
    return Promise.resolve(this.messages.filter((message) => isWanted(message, filter)));
  }
}

/** In a folder, which all processes and the command line read. They hold names and addresses: for this account alone. */
export class FolderOutbox implements MessageOutbox {
  constructor(private readonly folder: string) {}

  /** The names of files are in the order of time. */
  async keep(message: DevMessage): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${message.at.replace(/[:.]/g, '-')}-${message.id}.json`);
    await writeFile(`${file}.part`, JSON.stringify(message, null, 2), { mode: 0o600 });
    await rename(`${file}.part`, file);
    for (const old of (await this.names()).slice(MOST)) await rm(join(this.folder, old), { force: true });
  }

  async list(filter: OutboxFilter): Promise<DevMessage[]> {
    const found: DevMessage[] = [];
    for (const name of await this.names()) {
      const text = await readFile(join(this.folder, name), 'utf8').catch(unlessGone);
      const message = text === null ? null : (JSON.parse(text) as DevMessage);
      if (message && isWanted(message, filter)) found.push(message);
    }
    return found;
  }

  /** Newest first. */
  private async names(): Promise<string[]> {
    const names = (await readdir(this.folder).catch(unlessGone)) ?? [];
    return names
      .filter((name) => name.endsWith('.json'))
      .sort()
      .reverse();
  }
}

/** What made room meanwhile, or was never there. */
function unlessGone(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}

/** The outbox of development; none in production. @param dataDir null where the service uses none */
export function messageOutboxOf(
  { production }: Pick<Config, 'production'>,
  dataDir: string | null,
): MessageOutbox | null {
  if (production) return null;
  return dataDir === null ? new MemoryOutbox() : new FolderOutbox(join(dataDir, messagesName));
}
