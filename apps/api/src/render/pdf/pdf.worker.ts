import { parentPort } from 'node:worker_threads';
import { documents, type DocumentData, type DocumentKind } from './documents.js';

/** What is asked of this thread, and what it answers. */
export interface Drawing<K extends DocumentKind = DocumentKind> {
  number: number;
  kind: K;
  data: DocumentData<K>;
}
export interface Drawn {
  number: number;
  bytes?: Uint8Array;
  /** The stack of what went wrong. */
  error?: string;
}

parentPort?.on('message', ({ number, kind, data }: Drawing) => {
  const draw = documents[kind] as (given: typeof data) => Promise<Uint8Array>;
  draw(data).then(
    (bytes) => parentPort?.postMessage({ number, bytes } satisfies Drawn),
    (error: unknown) => parentPort?.postMessage({ number, error: String((error as Error).stack ?? error) }),
  );
});
