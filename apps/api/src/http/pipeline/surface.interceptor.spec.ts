import type { ExecutionContext } from '@nestjs/common';
import type { ModuleRef } from '@nestjs/core';
import { RetryTransaction, type Database } from '@usaha/shared';
import { SurfaceInterceptor } from './surface.interceptor.js';
import { LatestCommit } from './list-parameters.js';
import type { ResponseBackpressure } from '../limits/response-backpressure.js';
import type { LargeBodyQueue } from '../limits/large-body-queue.js';
import type { UploadReceiver } from '../uploads/upload-receiver.js';

/** A request whose transactions say what became of them. @param rolledBack told when one is being taken back */
function requested(
  rolledBack: (response: { headersSent: boolean; destroyed: boolean }) => void = () => undefined,
  { method = 'POST', destroyed = false } = {},
) {
  const said: string[] = [];
  const response = { headersSent: false, destroyed, setHeader: () => undefined, statusCode: 201 };
  const transaction = () => {
    said.push('opened');
    const says = (what: string, then?: () => void) => () => Promise.resolve((then?.(), void said.push(what)));
    return {
      commit: says('committed'),
      rollback: says('rolled back', () => rolledBack(response)),
    };
  };
  const retries = { mayRetry: () => Promise.resolve(true) };
  const database = { transaction, retries, poolState: { most: 10 } } as unknown as Database;
  const interceptor = new SurfaceInterceptor(
    database,
    {} as ModuleRef,
    { requireRoom: () => undefined } as unknown as ResponseBackpressure,
    {} as LargeBodyQueue,
    {} as UploadReceiver,
    new LatestCommit(60_000),
  );
  const request = { method, headers: {}, path: '/v1/things', ip: '127.0.0.1', usaha: {} };
  const execution = {
    getArgByIndex: (place: number) => [request, response][place],
    getHandler: () => requested,
    getClass: () => SurfaceInterceptor,
  } as unknown as ExecutionContext;
  let times = 0;
  const answered = interceptor.around(execution, () => {
    times += 1;
    return Promise.reject(times === 1 ? new RetryTransaction('key_taken') : new Error('the second time'));
  });
  return { answered, said, times: () => times };
}

describe('a request whose client has gone before its transaction is opened', () => {
  it.each(['GET', 'HEAD'])('reads nothing (%s)', async (method) => {
    const { answered, said, times } = requested(undefined, { method, destroyed: true });
    await expect(answered).rejects.toMatchObject({ kind: 'unavailable' });
    expect([said, times()]).toEqual([[], 0]);
  });

  it('writes', async () => {
    const { answered, said, times } = requested(undefined, { destroyed: true });
    await expect(answered).rejects.toMatchObject({ kind: 'unavailable' });
    expect([said, times()]).toEqual([['opened', 'rolled back'], 1]);
  });
});

describe('a request whose transaction has to be done again', () => {
  it('is done again in another transaction', async () => {
    const { answered, said, times } = requested();
    await expect(answered).rejects.toThrow('the second time');
    expect(said).toEqual(['opened', 'rolled back', 'opened', 'rolled back']);
    expect(times()).toBe(2);
  });

  it.each(['headersSent', 'destroyed'] as const)(
    'is not, once its time was up or its client is gone (%s)',
    async (what) => {
      const { answered, said, times } = requested((response) => (response[what] = true));
      await expect(answered).rejects.toMatchObject({ kind: 'unavailable' });
      expect(said).toEqual(['opened', 'rolled back']);
      expect(times()).toBe(1);
    },
  );
});
