import { createHash, randomBytes } from 'node:crypto';
import { crc32, inflateRawSync } from 'node:zlib';
import { unzipSync, zipSync, type Zippable } from 'fflate';
import { ZipError, inMemory, readZipDirectory } from './zip-directory.js';
import { ZipWriter } from './zip-writer.js';

const MOST = { entries: 200, directory_bytes: 100_000 };

async function archive(
  ...entries: [name: string, contents: Iterable<Uint8Array>, isPacked?: boolean][]
): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const writer = new ZipWriter(async (bytes) => void parts.push(Buffer.from(bytes)), new Date('2026-11-28T07:08:10Z'));
  for (const entry of entries) await writer.add(...entry);
  await writer.end();
  return Buffer.concat(parts);
}

/** As zip programs make them: sizes in the local header. */
const usual = (files: Zippable): Buffer => Buffer.from(zipSync(files));

async function refusal(whole: Uint8Array, most = MOST): Promise<string> {
  const error: unknown = await readZipDirectory(inMemory(whole), most).then(
    () => null,
    (failed: unknown) => failed,
  );
  if (!(error instanceof ZipError)) throw new Error(`not refused: ${String(error)}`);
  return error.message;
}

describe('An archive that is written as a stream', () => {
  const text = Buffer.from('{"id":"1"}\n'.repeat(5_000));
  const picture = randomBytes(200_000);

  it('is unpacked by another program, byte for byte', async () => {
    const whole = await archive(
      ['data/a.ndjson', [text.subarray(0, 7), text.subarray(7)]],
      ['files/gambar-é.png', [picture], false],
      ['empty', []],
    );
    const files = unzipSync(whole);
    expect(Object.keys(files)).toEqual(['data/a.ndjson', 'files/gambar-é.png', 'empty']);
    expect(Buffer.from(files['data/a.ndjson'] as Uint8Array).equals(text)).toBe(true);
    expect(Buffer.from(files['files/gambar-é.png'] as Uint8Array).equals(picture)).toBe(true);
    expect(files.empty).toHaveLength(0);
  });

  it('packs text, and leaves what is packed already', async () => {
    const entries = await readZipDirectory(inMemory(await archive(['a', [text]], ['b', [picture], false])), MOST);
    expect(entries.map(({ name, method, bytes, crc32: crc }) => ({ name, method, bytes, crc }))).toEqual([
      { name: 'a', method: 'deflated', bytes: text.length, crc: crc32(text) },
      { name: 'b', method: 'stored', bytes: picture.length, crc: crc32(picture) },
    ]);
    expect(entries[0]?.packed_bytes).toBeLessThan(text.length / 20);
    expect(entries[1]?.packed_bytes).toBe(picture.length);
  });

  it('tells length and sha256 of each entry', async () => {
    const writer = new ZipWriter(async () => undefined, new Date());
    expect(await writer.add('a', [text])).toEqual({
      name: 'a',
      bytes: text.length,
      sha256: createHash('sha256').update(text).digest('hex'),
    });
  });

  it('writes the directory of more than 65,535 entries with 64 bits', async () => {
    const whole = await archive(
      ...Array.from({ length: 65_600 }, (_, i) => [`f/${i}`, [], false] as [string, [], boolean]),
    );
    const files = unzipSync(whole);
    expect(Object.keys(files)).toHaveLength(65_600);
  });

  it('ends with the error of what it was to write', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield text;
      throw new Error('the store is gone');
    }
    const writer = new ZipWriter(async () => undefined, new Date());
    await expect(writer.add('a', failing())).rejects.toThrow('the store is gone');
  });

  it('waits for the taker of its bytes, and ends with the error of the taker', async () => {
    const writer = new ZipWriter(async () => {
      throw new Error('the client is gone');
    }, new Date());
    await expect(writer.add('a', [text])).rejects.toThrow('the client is gone');
  });
});

describe('The directory of an archive', () => {
  const contents = Buffer.from('name,price\n'.repeat(100));
  const good = usual({ 'xl/workbook.xml': contents, 'xl/sheet1.xml': [randomBytes(50), { level: 0 }] });

  it('names the entries of archives of other programs', async () => {
    const [first, second, ...more] = await readZipDirectory(inMemory(good), MOST);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ name: 'xl/workbook.xml', method: 'deflated', bytes: contents.length, offset: 0 });
    expect(second).toMatchObject({ name: 'xl/sheet1.xml', method: 'stored', packed_bytes: 50 });
    const start = 30 + 'xl/workbook.xml'.length;
    const packed = good.subarray(start, start + (first?.packed_bytes ?? 0));
    expect(inflateRawSync(packed).equals(contents)).toBe(true);
  });

  it('is read with a comment at the end', async () => {
    const commented = Buffer.concat([good, Buffer.from('made by hand')]);
    commented.writeUInt16LE(12, good.length - 2);
    expect(await readZipDirectory(inMemory(commented), MOST)).toHaveLength(2);
  });

  it('is refused where entries share bytes: 1 KB that unpacks to any length', async () => {
    const bomb = Buffer.from(good);
    const directory = bomb.readUInt32LE(bomb.length - 6);
    const second = directory + 46 + 'xl/workbook.xml'.length;
    bomb.writeUInt32LE(0, second + 42);
    expect(await refusal(bomb)).toBe('entries that overlap');
  });

  it('is refused with bytes before the first entry: another format may be there', async () => {
    const before = Buffer.concat([Buffer.from('GIF89a'), good]);
    expect(await refusal(before)).toBe('bytes between its directory and its end');
    const moved = Buffer.from(before);
    moved.writeUInt32LE(moved.readUInt32LE(moved.length - 6) + 6, moved.length - 6);
    expect(await refusal(moved)).toBe('bytes before its first entry');
  });

  it('is refused with bytes after the end', async () => {
    expect(await refusal(Buffer.concat([good, Buffer.from('<script>')]))).toBe('no end of a directory');
  });

  it('is refused beyond the number of entries and the length that are asked for', async () => {
    expect(await refusal(good, { ...MOST, entries: 1 })).toBe('more than 1 entries');
    expect(await refusal(good, { ...MOST, directory_bytes: 100 })).toBe('a directory that is too long');
  });

  it('is refused with an encrypted entry, and with another method', async () => {
    const directory = good.readUInt32LE(good.length - 6);
    const encrypted = Buffer.from(good);
    encrypted.writeUInt16LE(1, directory + 8);
    expect(await refusal(encrypted)).toBe('an encrypted entry');
    const other = Buffer.from(good);
    other.writeUInt16LE(12, directory + 10);
    expect(await refusal(other)).toBe('an entry of another method');
  });

  it('is an error of its kind for every cut and every changed byte of it, or is read', async () => {
    for (let end = 0; end < good.length; end += 1) await refusal(good.subarray(0, end));
    for (let at = good.readUInt32LE(good.length - 6); at < good.length; at += 1) {
      const changed = Buffer.from(good);
      changed.writeUInt8((changed[at] as number) ^ 0xff, at);
      const answer: unknown = await readZipDirectory(inMemory(changed), MOST).catch((error: unknown) => error);
      expect(Array.isArray(answer) || answer instanceof ZipError).toBe(true);
    }
  });
});
