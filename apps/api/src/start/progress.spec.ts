import { withProgress, type Progress } from './progress.js';

describe('progress of long work', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
    jest.useFakeTimers();
  });
  afterEach(() => jest.useRealTimers());

  const write = (line: string): void => void lines.push(line);

  it('is silent for three seconds, then says every three what is done', async () => {
    let told: Progress | undefined;
    let end: (value: string) => void = () => undefined;
    const working = withProgress('Sealing', write, (progress) => {
      told = progress;
      return new Promise<string>((resolve) => (end = resolve));
    });
    await jest.advanceTimersByTimeAsync(2_900);
    expect(lines).toEqual([]);
    await jest.advanceTimersByTimeAsync(200);
    expect(lines).toEqual(['Sealing (3 s)']);
    for (let rows = 1; rows <= 1_000; rows += 1) told?.at(`core.users, ${rows} rows`);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(lines.slice(1)).toEqual(['Sealing: core.users, 1000 rows (6 s)']);
    end('done');
    expect(await working).toBe('done');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toHaveLength(2);
  });

  it('ends with work that fails', async () => {
    const failing = withProgress('Sealing', write, () => Promise.reject(new Error('no key')));
    await expect(failing).rejects.toThrow('no key');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lines).toEqual([]);
  });
});
