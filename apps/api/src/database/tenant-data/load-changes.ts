import { Message, StoredFile, User, WebhookEndpoint, type FileStore } from '@usaha/core';

/** What rows of another installation become here. */
export interface Arrival {
  /** When the export was made. */
  as_of: Date;
  /** Of new files. */
  store: Pick<FileStore, 'name' | 'chunkBytes'>;
  /** Ids of files whose bytes the export has. */
  files: ReadonlySet<string>;
}

/** @returns whether the record is loaded; false leaves it out */
type Change = (record: never, arrival: Arrival) => boolean;

/**
 * A record without its secret cannot work: it is changed so that it says so. Keyed by table. A second call with the same export changes a
 * record in the same way, save for secrets.
 */
const changes: Readonly<Record<string, Change>> = {
  'core.users': (user: User) => {
    if (user.is_active) user.activate();
    user.setFactor(false);
    return true;
  },
  'core.webhook_endpoints': (endpoint: WebhookEndpoint, { as_of }) => {
    if (endpoint.deleted_at !== null) return true;
    endpoint.drawSecret();
    endpoint.header_names = [];
    endpoint.previous_secret_expires_at = null;
    endpoint.disable('manual', as_of);
    return true;
  },
  // Its installation sends what waits; fingerprints are made with a key of that one.
  'core.messages': (message: Message, { as_of }) => {
    Object.assign(message, { to_print: '', number_print: null });
    if (message.status === 'waiting')
      Object.assign(message, { status: 'dropped', reason: 'moved', claimed_at: null, ended_at: as_of });
    return true;
  },
  'core.files': (file: StoredFile, { files, store, as_of }) => {
    // Archives of exports stay where they were made, and what was being uploaded is no file.
    if (file.purpose === 'export' || file.stored_at === null) return false;
    const isHere = files.has(file.id);
    const isLost = !isHere && file.deleted_at === null && file.status !== 'rejected';
    if (isHere) file.placeIn(store);
    else file.noteBytesGone();
    // It was deleted while the export was made.
    if (isLost) Object.assign(file, { name: null, counted_bytes: 0, scan_due_at: null, deleted_at: as_of });
    return true;
  },
};

/** Columns that say where something lies in an installation: they differ between two. */
export const ofInstallation: Readonly<Record<string, readonly string[]>> = {
  'core.files': ['store', 'generation', 'chunk_bytes', 'has_bytes'],
};

/** Makes of a record what it is in this installation. @param path of its table @returns whether it is loaded */
export const arrive = (path: string, record: object, arrival: Arrival): boolean =>
  changes[path]?.(record as never, arrival) ?? true;

/** What a loaded tenant lacks, for the operator. */
export const lacking: readonly string[] = [
  'users have no password and no second factor: user:reset-password gives one, or an invitation; until then they are pending',
  'API keys have to be rotated, cards of payment methods entered again, and webhooks enabled: they are disabled, with new secrets and without custom headers',
  'the feed of events is off; recipients who stopped letters are not known here, and messages that waited are dropped',
  'a sale that was sent with a client_reference is refused if it is sent again, not repeated',
];
