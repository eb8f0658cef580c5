import { KeptReading } from './kept-reading.js';

it('one question serves all that ask within five seconds', async () => {
  let asked = 0;
  const reading = new KeptReading(() => Promise.resolve((asked += 1)));
  expect(await Promise.all([reading.value(), reading.value()])).toEqual([1, 1]);
  expect([await reading.value(), asked]).toEqual([1, 1]);
});

it('a question without an answer is waited for no longer than told, and asked no second time meanwhile', async () => {
  let asked = 0;
  const reading = new KeptReading<number>(() => {
    asked += 1;
    return new Promise(() => undefined);
  }, 20);
  const begun = performance.now();
  expect([await reading.value(), await reading.value(), asked]).toEqual([null, null, 1]);
  expect(performance.now() - begun).toBeLessThan(1_000);
});

it('what cannot be read is null', async () => {
  expect(await new KeptReading(() => Promise.reject(new Error('gone'))).value()).toBeNull();
});
