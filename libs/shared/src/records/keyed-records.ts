import { comparedAs, type RecordKey } from './record-key.js';

/** The records of one text of a key. */
export interface Keyed<T> {
  /** What the text is compared as: two texts of one key are the same. */
  key: string;
  /** The live records that have it. */
  records: readonly T[];
}

/** Records by the texts of a key. */
export class KeyedRecords<T extends object> {
  private readonly records = new Map<string, T[]>();

  /** @param name of the field that holds the key */
  constructor(
    private readonly key: RecordKey,
    name: string,
    records: readonly T[],
  ) {
    for (const record of records) {
      const value = (record as Readonly<Record<string, unknown>>)[name];
      const compared = typeof value === 'string' ? comparedAs(key, value) : null;
      if (compared === null) continue;
      const same = this.records.get(compared);
      if (same) same.push(record);
      else this.records.set(compared, [record]);
    }
  }

  /** @returns null for a text that is no such key */
  of(text: string): Keyed<T> | null {
    const key = comparedAs(this.key, text);
    return key === null ? null : { key, records: this.records.get(key) ?? [] };
  }
}
