import type { Delivery, Letter } from '@usaha/core';
import { RecentLetters } from './recent-letters.js';

const letter = (i: number, address = 'siti@example.com'): Letter => ({
  id: `${i}`,
  to: { name: 'Siti', address },
  from_name: 'Kedai',
  subject: `Surat ${i}`,
  text: 'Isi',
  stop_url: null,
});

it('the last 200 letters are listed, newest first, and by recipient in any case (A-401)', async () => {
  const letters = new RecentLetters({ send: () => Promise.resolve({ kind: 'accepted' }) });
  for (let i = 0; i < 205; i += 1) await letters.send(letter(i, i % 2 === 0 ? 'Siti@example.com' : 'ali@example.com'));
  expect(letters.list()).toHaveLength(200);
  expect(letters.list()[0]).toMatchObject({ id: '204', to: 'Siti@example.com', subject: 'Surat 204', text: 'Isi' });
  expect(
    letters
      .list('siti@EXAMPLE.com')
      .slice(0, 2)
      .map(({ id }) => id),
  ).toEqual(['204', '202']);
  expect(letters.list('a@b.example')).toEqual([]);
});

it('a letter that was not accepted is not listed', async () => {
  const failed: Delivery = { kind: 'unreachable', reason: 'full' };
  const letters = new RecentLetters({ send: () => Promise.resolve(failed) });
  expect(await letters.send(letter(1))).toEqual(failed);
  expect(letters.list()).toEqual([]);
});
