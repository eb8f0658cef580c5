/** What every stored record has, as far as a history writes it. */
interface Written {
  created_at: Date;
  updated_at: Date;
  version: number;
}

/** Gives a record its id, and notes when it was made; in the order of time, since ids sort by creation. */
export function born<T extends Omit<Written, 'version'> & { giveId: (at: Date) => unknown }>(record: T, at: Date): T {
  record.giveId(at);
  record.created_at = at;
  record.updated_at = at;
  return record;
}

/** Notes that a record was changed once more. */
export function touch(record: Written, at: Date): void {
  record.version += 1;
  if (at > record.updated_at) record.updated_at = at;
}
