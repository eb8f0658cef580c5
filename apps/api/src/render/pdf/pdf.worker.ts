import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from '@usaha/shared';
import type { Logo } from './logo.js';
import { documents, type DocumentData, type DocumentKind } from './documents.js';

/** A task of this thread. */
export interface Drawing<K extends DocumentKind = DocumentKind> {
  kind: K;
  data: DocumentData<K>;
  /** Of the business. */
  logo: Logo | null;
}

const answer = (given: ThreadAnswer<Uint8Array>): void => parentPort?.postMessage(given);

parentPort?.on('message', ({ number, task: { kind, data, logo } }: ThreadTask<Drawing>) => {
  const draw = documents[kind] as (given: typeof data, printed: Logo | null) => Promise<Uint8Array>;
  draw(data, logo).then(
    (result) => answer({ number, result }),
    (error: unknown) => answer({ number, error: String((error as Error).stack ?? error) }),
  );
});
