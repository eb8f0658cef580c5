import type { Asked } from './batch.js';
import { bytesOf } from '../internals/pg.js';

/** Statements without values whose bytes are known, and the one that comes behind them, if it has values: `commands` of them. */
export interface Preserialised {
  /** Of the one that has values, where there is one. */
  text: string;
  bytes: Buffer;
  commands: number;
  name?: string;
  values?: string[];
}

/** Each a separate message. */
export const preserialised = (...texts: string[]): Preserialised => ({
  text: texts.join('; '),
  bytes: bytesOf(texts),
  commands: texts.length,
});

export const COMMIT = preserialised('COMMIT');
export const ROLLBACK = preserialised('ROLLBACK');

const nothing = (): void => undefined;

/** One that is not counted among statements; no caller asks for its answer unless told. */
export const uncounted = (
  { text, bytes, commands, name, values }: Preserialised,
  answered: Asked['answered'] = nothing,
  failed: Asked['failed'] = nothing,
): Asked => ({
  text,
  bytes,
  commands,
  name,
  values,
  sent: 0,
  answered,
  failed,
});
