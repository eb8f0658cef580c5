import type { Context } from './context.js';
import type { Transaction } from './transaction.js';
import { WorkAnew, workIn } from './work-anew.js';

const who = { tenant_id: '0198f3a2-6b1c-7c3e-9d2a-000000000001', actor: null, now: new Date('2026-03-10T08:30:00Z') };

/** Transactions that say what became of them, and whether they were told to repeat. */
function transactions(): { open: (repeats: boolean) => Transaction; said: string[] } {
  const said: string[] = [];
  const open = (repeats: boolean) => {
    said.push(repeats ? 'opened to repeat' : 'opened');
    const says = (what: string) => () => Promise.resolve(void said.push(what));
    return {
      isRepeatable: repeats,
      commit: says('committed'),
      rollback: says('rolled back'),
    } as unknown as Transaction;
  };
  return { open, said };
}

it('work that took something for granted is done once more, and asks', async () => {
  const { open, said } = transactions();
  const work = ({ db }: Context) =>
    db.isRepeatable ? Promise.reject(new WorkAnew('a number')) : Promise.resolve('a number of its own');
  expect(await workIn(open, who, work)).toBe('a number of its own');
  expect(said).toEqual(['opened to repeat', 'rolled back', 'opened', 'committed']);
});

it('that shows at COMMIT, too', async () => {
  const { open, said } = transactions();
  let times = 0;
  const failing = (repeats: boolean) =>
    Object.assign(open(repeats), repeats && { commit: () => Promise.reject(new WorkAnew('a number')) });
  expect(await workIn(failing, who, () => Promise.resolve((times += 1)))).toBe(2);
  expect(said).toEqual(['opened to repeat', 'rolled back', 'opened', 'committed']);
});

it('is done twice at most, and not for another failure', async () => {
  const { open, said } = transactions();
  const again = () => Promise.reject(new WorkAnew('a number'));
  await expect(workIn(open, who, again)).rejects.toThrow(WorkAnew);
  expect(said).toEqual(['opened to repeat', 'rolled back', 'opened', 'rolled back']);
  said.length = 0;
  await expect(workIn(open, who, () => Promise.reject(new Error('else')))).rejects.toThrow('else');
  expect(said).toEqual(['opened to repeat', 'rolled back']);
});
