import { BadGatewayException, HttpException } from '@nestjs/common';
import { asDomainError } from './error-translation.js';

describe('what is thrown where no file descriptor is left', () => {
  it.each([
    ['a file', Object.assign(new Error("EMFILE: too many open files, open '/font.ttf'"), { code: 'EMFILE' })],
    ['a file of the whole system', Object.assign(new Error('ENFILE: file table overflow, open'), { code: 'ENFILE' })],
    ['a connection', Object.assign(new Error('connect EMFILE /tmp/.s.PGSQL.5432'), { code: 'EMFILE' })],
    ['a thread', Object.assign(new Error('Worker initialization failure: EMFILE'), { code: 'ERR_WORKER_INIT_FAILED' })],
    ['a file within a thread', new Error('A document could not be drawn: EMFILE: too many open files, open')],
  ])('for %s passes: 503 with Retry-After', (_, thrown) => {
    expect(asDomainError(thrown)).toMatchObject({ kind: 'unavailable', retry_after: 1 });
  });

  it('is not taken from what is merely similar', () => {
    expect(asDomainError(new Error('a file named EMFILED')).kind).toBe('internal');
  });
});

describe('an exception of Nest', () => {
  it.each([
    [400, 'invalid'],
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [409, 'conflict'],
    [413, 'too_large'],
    [418, 'invalid'],
    [429, 'too_many'],
    [503, 'unavailable'],
  ])('with status %i is an error of the kind %s', (status, kind) => {
    const error = asDomainError(new HttpException('not from here', status));
    expect(error.kind).toBe(kind);
    if (status !== 404) expect(error.message).toBe('The request cannot be accepted: not from here');
  });

  it('with another status says nothing', () => {
    expect(asDomainError(new BadGatewayException('a secret')).in('en')).toMatchObject({
      kind: 'internal',
      message: expect.not.stringContaining('secret'),
    });
  });
});
