import { randomBytes, randomUUID } from 'node:crypto';
import { openChunk, sealChunk } from './file-cipher.js';
import { FileArrival } from './file-arrival.js';
import { FileContent } from './file-content.js';
import { FileStore, FileStores, type StoredChunk, type StoreContext } from './file-store.js';
import { StoredFile } from './file.entity.js';

const key = randomBytes(32);
const place = { tenant_id: randomUUID(), file_id: randomUUID(), n: 3 };
const damaged = expect.objectContaining({ kind: 'unavailable' });

describe('A-484: a chunk', () => {
  it('opens with its key, at its place, and as the last one it was or was not', () => {
    const sealed = sealChunk(key, place, false, Buffer.from('clear'));
    expect(sealed.includes('clear')).toBe(false);
    expect(openChunk(key, place, false, sealed).toString()).toBe('clear');
    const wrong: [Buffer, typeof place, boolean, Buffer][] = [
      [randomBytes(32), place, false, sealed],
      [key, { ...place, n: 2 }, false, sealed],
      [key, { ...place, file_id: randomUUID() }, false, sealed],
      [key, { ...place, tenant_id: randomUUID() }, false, sealed],
      [key, place, true, sealed],
      [key, place, false, sealed.subarray(0, -1)],
      [key, place, false, Buffer.alloc(3)],
    ];
    for (const given of wrong) expect(() => openChunk(...given)).toThrow(damaged);
  });
});

/** A store in memory, whose chunks a test may change. */
class MemoryStore extends FileStore {
  readonly name = 'database';
  readonly chunkBytes = 64;
  readonly chunks: Buffer[] = [];

  put(_who: StoreContext, { n }: StoredChunk, bytes: Buffer): Promise<void> {
    this.chunks[n] = bytes;
    return Promise.resolve();
  }

  get(_who: StoreContext, { n }: StoredChunk): Promise<Buffer | null> {
    return Promise.resolve(this.chunks[n] ?? null);
  }

  remove(): Promise<void> {
    this.chunks.length = 0;
    return Promise.resolve();
  }
}

const who: StoreContext = { tenant_id: place.tenant_id, actor: null, now: new Date() };

async function stored(content: Buffer) {
  const store = new MemoryStore();
  const file = StoredFile.arriving({ store: 'database', chunk_bytes: 64 }, 0, null).giveId(who.now);
  const arrival = new FileArrival(who, store, file);
  for (let at = 0; at < content.length;) {
    const size = 1 + Math.floor(Math.random() * 100);
    await arrival.write(content.subarray(at, at + size));
    at += size;
  }
  await arrival.end();
  file.bytes = content.length;
  const contents = new FileContent(new FileStores(store));
  const read = async (range?: { first: number; last: number }): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for await (const part of contents.read(who, file, range)) parts.push(part);
    return Buffer.concat(parts);
  };
  return { store, read };
}

const SIZES = [1, 63, 64, 65, 127, 128, 129, 400];

describe('A-484: the chunks of a file', () => {
  it.each(SIZES)('of %d bytes read as they were written, whole and by range', async (size) => {
    const content = randomBytes(size);
    const { read } = await stored(content);
    expect(await read()).toEqual(content);
    for (let i = 0; i < 20; i += 1) {
      const first = Math.floor(Math.random() * size);
      const last = first + Math.floor(Math.random() * (size - first));
      expect(await read({ first, last })).toEqual(content.subarray(first, last + 1));
    }
  });

  it.each(SIZES)('of %d bytes are refused where one is cut, missing, changed, swapped or repeated', async (size) => {
    const { store, read } = await stored(randomBytes(size));
    const right = [...store.chunks];
    const damage: ((chunks: Buffer[]) => void)[] = [
      (chunks) => chunks.pop(),
      (chunks) => chunks.splice(0, 1, (chunks[0] as Buffer).subarray(0, -1)),
      (chunks) => chunks.splice(0, 1, Buffer.from((chunks[0] as Buffer).map((byte, i) => (i === 0 ? byte ^ 1 : byte)))),
      ...(right.length > 1
        ? [(chunks: Buffer[]) => chunks.reverse(), (chunks: Buffer[]) => chunks.fill(chunks[0] as Buffer)]
        : []),
    ];
    for (const change of damage) {
      store.chunks.splice(0, store.chunks.length, ...right);
      change(store.chunks);
      await expect(read()).rejects.toThrow(damaged);
    }
  });
});
