import type { ExecutionContext } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { WorkAnew, type Database, type TransactionOptions } from '@usaha/shared';
import { SurfaceInterceptor } from './surface.interceptor.js';
import type { UnsentAnswers } from './unsent-answers.js';
import type { WideBodies } from './wide-bodies.js';

/** A request whose transactions say what became of them. @param rolledBack told when one is being taken back */
function requested(rolledBack: (response: { headersSent: boolean; destroyed: boolean }) => void = () => undefined) {
  const said: string[] = [];
  const response = { headersSent: false, destroyed: false, setHeader: () => undefined, statusCode: 201 };
  const transaction = (_tenant: string, { repeats = false }: TransactionOptions) => {
    said.push(repeats ? 'opened to repeat' : 'opened');
    const says = (what: string, then?: () => void) => () => Promise.resolve((then?.(), void said.push(what)));
    return {
      isRepeatable: repeats,
      commit: says('committed'),
      rollback: says('rolled back', () => rolledBack(response)),
    };
  };
  const database = { transaction, poolState: { most: 10 } } as unknown as Database;
  const interceptor = new SurfaceInterceptor(
    database,
    {} as ModuleRef,
    { requireRoom: () => undefined } as unknown as UnsentAnswers,
    {} as WideBodies,
  );
  const request = { method: 'POST', headers: {}, path: '/v1/things', ip: '127.0.0.1', usaha: {} };
  const execution = {
    getArgByIndex: (place: number) => [request, response][place],
    getHandler: () => requested,
    getClass: () => SurfaceInterceptor,
  } as unknown as ExecutionContext;
  let times = 0;
  const answered = interceptor.around(execution, () => {
    times += 1;
    return Promise.reject(times === 1 ? new WorkAnew('a number') : new Error('the second time'));
  });
  return { answered, said, times: () => times };
}

describe('a request that took something for granted', () => {
  it('is done once more, in a transaction that does not repeat', async () => {
    const { answered, said, times } = requested();
    await expect(answered).rejects.toThrow('the second time');
    expect(said).toEqual(['opened to repeat', 'rolled back', 'opened', 'rolled back']);
    expect(times()).toBe(2);
  });

  it.each(['headersSent', 'destroyed'] as const)(
    'is not, once its time was up or nobody waits for it (%s)',
    async (what) => {
      const { answered, said, times } = requested((response) => (response[what] = true));
      await expect(answered).rejects.toMatchObject({ kind: 'unavailable' });
      expect(said).toEqual(['opened to repeat', 'rolled back']);
      expect(times()).toBe(1);
    },
  );
});
