import fc from 'fast-check';
import { RateWindowStore, RateWindows, type RatedKey, type TakenSlice } from './rate-windows.js';

const MINUTE = 60_000;
const key: RatedKey = { tenant_id: 't', id: 'k', now: new Date(0) };

/** Counts as the table does: a row for each key and minute, in turn, on a clock that the test sets. */
class Counted extends RateWindowStore {
  now = 0;
  asked = 0;
  readonly slices: number[] = [];
  private readonly taken = new Map<string, number>();

  async take({ id }: RatedKey, slice: number): Promise<TakenSlice> {
    this.asked += 1;
    this.slices.push(slice);
    // As a packet would: others come in between.
    await Promise.resolve();
    const minute = Math.floor(this.now / MINUTE);
    const taken = (this.taken.get(`${id} ${minute}`) ?? 0) + slice;
    this.taken.set(`${id} ${minute}`, taken);
    return { taken, remaining_ms: (minute + 1) * MINUTE - this.now };
  }
}

const instance = (store: Counted): RateWindows => new RateWindows(store, () => store.now);
const times = (n: number) => Array.from({ length: n }, (_, i) => i);
const allowedOf = async (windows: RateWindows, n: number, quota: number): Promise<number> => {
  const states = await Promise.all(times(n).map(async () => windows.spend(key, quota)));
  return states.filter(({ isAllowed }) => isAllowed).length;
};

describe('A-419: windows of a minute', () => {
  it('q=5: five requests with r = 4 … 0, then none until the window ends', async () => {
    const store = new Counted();
    store.now = 20_000;
    const windows = instance(store);
    const states = [];
    for (const _ of times(7)) states.push(await windows.spend(key, 5));
    expect(states.map(({ isAllowed }) => isAllowed)).toEqual([true, true, true, true, true, false, false]);
    expect(states.map(({ remaining }) => remaining)).toEqual([4, 3, 2, 1, 0, 0, 0]);
    expect(states.map(({ reset_seconds }) => reset_seconds)).toEqual(times(7).map(() => 40));
    store.now = 59_001;
    expect(await windows.spend(key, 5)).toMatchObject({ isAllowed: false, reset_seconds: 1 });
    store.now = MINUTE;
    expect(await windows.spend(key, 5)).toEqual({ quota: 5, remaining: 4, reset_seconds: 60, isAllowed: true });
  });

  it('asks the store once for a twentieth of the limit, and not at all once the window is spent', async () => {
    const store = new Counted();
    const windows = instance(store);
    expect(await allowedOf(windows, 600, 600)).toBe(600);
    expect(store.slices).toEqual(times(20).map(() => 30));
    expect(await allowedOf(windows, 100, 600)).toBe(0);
    const spent = store.asked;
    expect(await allowedOf(windows, 100, 600)).toBe(0);
    expect(store.asked).toBe(spent);
    expect(spent).toBe(20);
  });

  it('answers without a promise while the instance has a slice', async () => {
    const store = new Counted();
    const windows = instance(store);
    expect(windows.spend(key, 100)).toBeInstanceOf(Promise);
    await windows.spend(key, 100);
    expect(windows.spend(key, 100)).toMatchObject({ isAllowed: true, remaining: 97 });
  });

  it('two instances together answer no more than the limit, and an instance that ends takes no more than its slice along', async () => {
    const store = new Counted();
    const [one, two] = [instance(store), instance(store)];
    const [a, b] = await Promise.all([allowedOf(one, 500, 100), allowedOf(two, 500, 100)]);
    expect(a + b).toBe(100);

    store.now = MINUTE;
    expect(await allowedOf(one, 1, 100)).toBe(1);
    // Another instance in the place of the one that ended with four of its slice of five.
    expect(await allowedOf(instance(store), 500, 100)).toBe(95);
  });

  it('keys do not count for each other, and a changed limit holds at once', async () => {
    const store = new Counted();
    const windows = instance(store);
    expect(await allowedOf(windows, 10, 5)).toBe(5);
    const other = await windows.spend({ ...key, id: 'other' }, 5);
    expect(other.isAllowed).toBe(true);
    expect(await allowedOf(windows, 20, 10)).toBe(5);
    expect(await allowedOf(windows, 20, 4)).toBe(0);
  });

  it('the largest limit is counted like the smallest', async () => {
    const store = new Counted();
    const windows = instance(store);
    expect(await windows.spend(key, 100_000)).toMatchObject({ isAllowed: true, remaining: 99_999 });
    expect(store.slices).toEqual([5_000]);
    expect(await windows.spend({ ...key, id: 'one' }, 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await windows.spend({ ...key, id: 'one' }, 1)).toMatchObject({ isAllowed: false, remaining: 0 });
  });

  it('an error of the store is told to every request that waits, and the next one asks again', async () => {
    const store = new Counted();
    const windows = instance(store);
    const take = jest.spyOn(store, 'take').mockRejectedValueOnce(new Error('lost'));
    const waiting = await Promise.allSettled([windows.spend(key, 5), windows.spend(key, 5)]);
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await windows.spend(key, 5)).toMatchObject({ isAllowed: true, remaining: 4 });
    expect(take).toHaveBeenCalledTimes(2);
  });

  it('remembers at most 10,000 windows; one that made room gives up its slice', async () => {
    const store = new Counted();
    const windows = instance(store);
    for (const i of times(10_001)) await windows.spend({ ...key, id: String(i) }, 20);
    // The first made room: its one request is counted by the store.
    expect(await windows.spend({ ...key, id: '0' }, 20)).toMatchObject({ remaining: 18 });
    expect(store.asked).toBe(10_002);
  });

  it('never more than the limit in a minute of the store, with any number of instances, ends and limits', async () => {
    const step = fc.record({
      instance: fc.nat(3),
      requests: fc.integer({ min: 1, max: 40 }),
      passes_ms: fc.oneof(fc.constant(0), fc.nat(20_000)),
      ends: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 90 }), fc.array(step, { maxLength: 40 }), async (quota, steps) => {
        const store = new Counted();
        const instances = times(4).map(() => instance(store));
        const answered = new Map<number, number>();
        for (const { instance: which, requests, passes_ms, ends } of steps) {
          store.now += passes_ms;
          const minute = Math.floor(store.now / MINUTE);
          const other = (which + 1) % 4;
          const both = await Promise.all(
            [which, other].map((i) => allowedOf(instances[i] as RateWindows, requests, quota)),
          );
          answered.set(minute, (answered.get(minute) ?? 0) + both.reduce((sum, n) => sum + n, 0));
          if (ends) instances[which] = instance(store);
        }
        for (const count of answered.values()) expect(count).toBeLessThanOrEqual(quota);
      }),
      { numRuns: 200 },
    );
  });
});
