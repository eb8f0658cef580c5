import { PassThrough } from 'node:stream';
import { FileLimits, type FileUploads } from '@usaha/core';
import type { FileAccess } from '../../files/file-access.js';
import type { UsahaRequest } from '../pipeline/request.js';
import type { Metrics } from '../observability/metrics.js';
import { UploadReceiver } from './upload-receiver.js';

/** Requests of one tenant that send a part of a file, and no more. */
function stalled() {
  let discarded = 0;
  const uploads = {
    begin: () => Promise.resolve({ write: () => Promise.resolve(), end: () => Promise.resolve() }),
    discard: () => Promise.resolve(void (discarded += 1)),
  } as unknown as FileUploads;
  const metrics = { files: { uploaded: () => undefined } } as unknown as Metrics;
  const receiver = new UploadReceiver(uploads, new FileLimits(), metrics, {} as FileAccess);
  const send = () => {
    const gone = new AbortController();
    const body = new PassThrough();
    body.write('beginning');
    const request = Object.assign(body, {
      headers: { 'content-length': '1000', 'content-type': 'text/plain' },
      query: {},
      params: {},
      usaha: {},
      user: { tenant_id: 't', owner: 't', actor: null },
    });
    const received = receiver.receive(request as unknown as UsahaRequest, gone.signal);
    received.catch(() => undefined);
    return { received, gone };
  };
  return { send, discarded: () => discarded };
}

it('A-481: gives up its place where a request was answered before its body ended, which Node does not break off', async () => {
  const { send, discarded } = stalled();
  const four = Array.from({ length: 4 }, send);
  const fifth = send();
  await new Promise(setImmediate);
  for (const { gone } of four) gone.abort(new Error('time is up'));
  for (const { received } of four) await expect(received).rejects.toThrow('time is up');
  expect(discarded()).toBe(4);
  // The fifth has begun: it is taken back like the others, not refused while it waits.
  await new Promise(setImmediate);
  fifth.gone.abort(new Error('time is up'));
  await expect(fifth.received).rejects.toThrow('time is up');
  expect(discarded()).toBe(5);
});
