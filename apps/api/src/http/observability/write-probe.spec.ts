import type { Queryable } from '@usaha/shared/operation';
import { WriteProbe } from './write-probe.js';

/** A database that says whether it is read-only, and refuses temporary files with a SQLSTATE. */
function databaseThat({ isReadOnly = false, refusal }: { isReadOnly?: boolean; refusal?: string } = {}) {
  const asked: string[] = [];
  const database: Queryable = {
    query: <T>(text: string) => {
      asked.push(text);
      if (text.includes('read_only')) return Promise.resolve([{ read_only: isReadOnly ? 'on' : 'off' }] as T);
      if (refusal !== undefined && text.startsWith('set local'))
        return Promise.reject(Object.assign(new Error('refused'), { code: refusal }));
      return Promise.resolve([] as T);
    },
  };
  return { database, asked };
}

it('a database that takes writes is asked every few seconds at most', async () => {
  const { database, asked } = databaseThat();
  const probe = new WriteProbe();
  for (let i = 0; i < 10; i += 1) expect(await probe.look(database)).toBe('up');
  expect(asked).toHaveLength(2);
});

it('a database that is read-only, and a full disk, are told apart', async () => {
  expect(await new WriteProbe().look(databaseThat({ isReadOnly: true }).database)).toBe('read_only');
  expect(await new WriteProbe().look(databaseThat({ refusal: '53100' }).database)).toBe('disk_full');
});

it('a limit of temporary files is no full disk, and a lost connection is for the caller', async () => {
  expect(await new WriteProbe().look(databaseThat({ refusal: '53400' }).database)).toBe('up');
  await expect(new WriteProbe().look(databaseThat({ refusal: 'ECONNRESET' }).database)).rejects.toThrow('refused');
});
