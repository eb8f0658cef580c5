import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBackupKeys, readBackupKey, readRecipient } from './backup-keys.js';
import { opening, sealing, turnedBy } from './sealed-stream.js';
import { StartError } from '@usaha/embedded-postgres/start-error';

const folder = mkdtempSync(join(tmpdir(), 'usaha-backup-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('keys of backups', () => {
  const path = join(folder, 'key');
  const { publicText, privateText } = makeBackupKeys();

  it('are texts of which the private one opens what was encrypted to the public one', async () => {
    writeFileSync(path, `# a comment\n${privateText}\n`);
    const sealed = turnedBy(sealing(readRecipient(publicText), 'a'), Buffer.from('text'));
    expect(turnedBy(opening(await readBackupKey(path), 'a'), sealed).toString()).toBe('text');
  });

  it('are refused with a slip of the pen, and the private one where the public one belongs, without being repeated', async () => {
    const slip = publicText.slice(0, -6) + (publicText.at(-6) === 'A' ? 'B' : 'A') + publicText.slice(-5);
    for (const wrong of [slip, privateText, publicText.slice(0, -1), '', 'age1xyz'])
      expect(() => readRecipient(wrong)).toThrow(StartError);
    writeFileSync(path, `${publicText}\n`);
    await expect(readBackupKey(path)).rejects.toThrow('is no key file of backups');
    writeFileSync(path, `${privateText.slice(0, -3)}\n`);
    const refusal = await readBackupKey(path).catch((error: Error) => error.message);
    expect(refusal).not.toContain(privateText.slice(20, 40));
    await expect(readBackupKey(join(folder, 'nothing'))).rejects.toThrow('cannot be read');
  });
});
