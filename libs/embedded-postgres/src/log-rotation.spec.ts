import { appendFileSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rotateLog } from './log-rotation.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'usaha-log-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('begins a log again that has grown too long, and keeps what was in it once', async () => {
  const path = join(folder, 'postgres.log');
  const writer = openSync(path, 'a');
  for (const text of ['first', 'second']) {
    writeSync(writer, `${text} `.repeat(10));
    expect(await rotateLog(path, 20)).toBe(true);
    expect(readFileSync(`${path}.1`, 'utf8')).toBe(`${text} `.repeat(10));
  }
  writeSync(writer, 'after');
  closeSync(writer);
  expect(readFileSync(path, 'utf8')).toBe('after');
});

it('leaves a short log as it is, and needs none', async () => {
  const path = join(folder, 'postgres.log');
  expect(await rotateLog(path)).toBe(false);
  appendFileSync(path, 'short');
  expect(await rotateLog(path)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('short');
});
