import { EICAR, startFakeClamd, type ClamdFault, type FakeClamd } from '../../../../../test/support/fake-clamd.js';
import { Reader, type Environment } from '../../start/config-reader.js';
import { ClamdClient, ClamdError } from './clamd-client.js';
import { scanSettings } from './clamd-settings.js';

let clamd: FakeClamd;
beforeEach(async () => {
  clamd = await startFakeClamd();
});
afterEach(() => clamd.stop());

async function* contents(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

const client = (silenceMs?: number): ClamdClient => new ClamdClient({ host: '127.0.0.1', port: clamd.port }, silenceMs);

describe('A-486: the scanner', () => {
  it('finds nothing in a clean file, of which it got every byte', async () => {
    expect(await client().scan(contents(Buffer.alloc(1_000_000, 'a'), 'end'))).toBe('clean');
    expect(await client().scan(contents())).toBe('clean');
    expect(clamd.scanned).toEqual([1_000_003, 0]);
  });

  it('names what it found, also where it lies across two parts', async () => {
    expect(await client().scan(contents(`a${EICAR.slice(0, 20)}`, EICAR.slice(20)))).toEqual({
      infected: 'Eicar-Test-Signature',
    });
  });

  it.each<[ClamdFault, RegExp]>([
    ['hang', /does not answer/],
    ['error', /Can't allocate memory/],
    ['reset', /answers: nothing|cannot be reached/],
    ['endless', /without an end/],
  ])('is in doubt where it fails: %s', async (fault, message) => {
    clamd.faults.push(fault);
    const failed = await client(300)
      .scan(contents('a'))
      .catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ClamdError);
    expect((failed as Error).message).toMatch(message);
    expect(await client().scan(contents('a'))).toBe('clean');
  });

  it('is heard when it answers before all was sent', async () => {
    clamd.faults.push('early');
    const parts = Array.from({ length: 50 }, () => Buffer.alloc(500_000));
    await expect(client().scan(contents(...parts))).rejects.toThrow(/size limit exceeded|cannot be reached/);
  });

  it('fails with the error of the contents', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('a');
      throw new Error('the store is gone');
    }
    await expect(client().scan(failing())).rejects.toThrow('the store is gone');
  });

  it('answers a ping, and says where nothing listens', async () => {
    await client().ping();
    const { port } = clamd;
    await clamd.stop();
    await expect(new ClamdClient({ host: '127.0.0.1', port }).ping()).rejects.toThrow(/ECONNREFUSED/);
    await expect(new ClamdClient({ path: '/nowhere/clamd.sock' }).scan(contents('a'))).rejects.toThrow(/ENOENT/);
    clamd = await startFakeClamd();
  });
});

describe('A-486: CLAMD', () => {
  const read = (environment: Environment) => {
    const reader = new Reader(environment);
    return { settings: scanSettings(reader), problems: reader.problems };
  };

  it.each([
    [{ CLAMD: 'tcp://scanner.example:3310' }, { clamd: { host: 'scanner.example', port: 3310 }, isRequired: true }],
    [{ CLAMD: 'tcp://[::1]:3310' }, { clamd: { host: '::1', port: 3310 }, isRequired: true }],
    [
      { CLAMD: 'unix:/run/clamav/clamd.ctl', FILE_SCAN_REQUIRED: 'false' },
      { clamd: { path: '/run/clamav/clamd.ctl' }, isRequired: false },
    ],
    [{}, null],
    [{ FILE_SCAN_REQUIRED: 'false' }, null],
  ])('is read: %j', (environment, settings) => expect(read(environment)).toEqual({ settings, problems: [] }));

  it.each(['scanner:3310', 'tcp://scanner', 'http://scanner:3310', 'tcp://scanner:3310/x', 'unix:run/clamd'])(
    'is refused: %s',
    (text) =>
      expect(read({ CLAMD: text }).problems).toEqual([expect.stringContaining('CLAMD must be tcp://host:port')]),
  );

  it('must be there where scanning is required', () =>
    expect(read({ FILE_SCAN_REQUIRED: 'true' }).problems).toEqual([
      'CLAMD must be set where FILE_SCAN_REQUIRED is true',
    ]));
});
