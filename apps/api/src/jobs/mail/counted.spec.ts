import type { Delivery } from '@usaha/core';
import { counted } from './counted.js';

it('every outcome of a carrier is counted, and what it says is passed on', async () => {
  const outcomes: Delivery[] = [{ kind: 'accepted' }, { kind: 'refused', reason: '550' }, { kind: 'accepted' }];
  const seen: string[] = [];
  const letters: string[] = [];
  const carrier = counted<string>(
    {
      send: (letter) => {
        letters.push(letter);
        return Promise.resolve(outcomes[letters.length - 1] as Delivery);
      },
    },
    (outcome) => seen.push(outcome),
  );
  const said = [];
  for (const letter of ['a', 'b', 'c']) said.push(await carrier?.send(letter));
  expect({ letters, said, seen }).toEqual({
    letters: ['a', 'b', 'c'],
    said: outcomes,
    seen: ['accepted', 'refused', 'accepted'],
  });
});

it('without a carrier nothing is counted either', () => expect(counted(null, () => undefined)).toBeNull());
