import { startFakeClamd } from '../../../../../test/support/fake-clamd.js';
import { readConfig } from '../../start/config.js';
import { checkScanner } from './scanner.js';

const examine = (environment: Record<string, string>) => checkScanner(readConfig(environment, '/srv'), new Set());

describe('A-486: doctor', () => {
  it('says that files are not scanned where CLAMD is not set', async () => {
    const [finding] = await examine({});
    expect(finding).toMatchObject({ mark: '–', about: 'Virus scanner' });
    expect(finding?.text).toContain('CLAMD');
  });

  it('asks the scanner, and says what it costs that it does not answer', async () => {
    const clamd = await startFakeClamd();
    expect(await examine({ CLAMD: clamd.url })).toEqual([
      { mark: '✓', about: 'Virus scanner', text: `answers at 127.0.0.1:${clamd.port}` },
    ]);
    const relaxed = { CLAMD: clamd.url, FILE_SCAN_REQUIRED: 'false' };
    expect((await examine(relaxed)).map(({ mark }) => mark)).toEqual(['✓', '–']);
    await clamd.stop();
    const [down] = await examine({ CLAMD: clamd.url });
    expect(down?.mark).toBe('✗');
    expect(down?.text).toMatch(/ECONNREFUSED; new files cannot be read until it does/);
    expect((await examine(relaxed))[0]?.text).toContain('served without a scan');
  });
});
