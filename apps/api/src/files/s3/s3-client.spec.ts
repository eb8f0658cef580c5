import { randomBytes } from 'node:crypto';
import { startFakeS3, type FakeS3 } from '../../../../../test/support/fake-s3.js';
import { Reader } from '../../start/config-reader.js';
import { S3Client, S3Error } from './s3-client.js';
import { s3Settings, type S3Settings } from './s3-settings.js';

let store: FakeS3;
let settings: S3Settings;
const clients: S3Client[] = [];

function client(changed: Partial<S3Settings> = {}): S3Client {
  const one = new S3Client({ ...settings, ...changed });
  clients.push(one);
  return one;
}

beforeEach(async () => {
  store = await startFakeS3();
  settings = s3Settings(new Reader(store.environment)) as S3Settings;
});

afterEach(async () => {
  for (const one of clients.splice(0)) one.close();
  await store.stop();
});

async function failure(asked: Promise<unknown>): Promise<S3Error> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  if (error instanceof S3Error) return error;
  throw new Error(`no S3Error: ${String(error)}`);
}

describe('A-484: the client of a store', () => {
  it('keeps, reads, lists and deletes objects, each request signed', async () => {
    const bytes = randomBytes(1_048_592);
    const one = client();
    await one.put('shop/a b/(1)+é~*.bin', bytes);
    await one.put('shop/c&d', Buffer.from('x'));
    expect((await one.get('shop/a b/(1)+é~*.bin'))?.equals(bytes)).toBe(true);
    expect(await one.list('shop/')).toEqual(['shop/a b/(1)+é~*.bin', 'shop/c&d']);
    expect(await one.list('shop/c&')).toEqual(['shop/c&d']);
    await one.delete('shop/c&d');
    await one.delete('shop/c&d');
    expect([...store.objects.keys()]).toEqual(['shop/a b/(1)+é~*.bin']);
  });

  it('tells an object that is not there from a bucket that is not there', async () => {
    expect(await client().get('none')).toBeNull();
    expect(await failure(client({ bucket: 'another' }).get('none'))).toMatchObject({
      status: 404,
      code: 'NoSuchBucket',
    });
  });

  it.each([
    [{ key: { id: 'TESTKEY', secret: 'wrong secret' } }, 'SignatureDoesNotMatch'],
    [{ key: { id: 'OTHER', secret: 'wrong secret' } }, 'InvalidAccessKeyId'],
    [{ region: 'elsewhere' }, 'AuthorizationHeaderMalformed'],
  ])('says what the store refuses, without the secret: %j', async (changed, code) => {
    const error = await failure(client(changed).put('a', Buffer.from('x')));
    expect(error).toMatchObject({ status: 403, code, isPassing: false });
    expect(`${error.message} ${error.stack}`).not.toContain('wrong secret');
    expect(store.objects.size).toBe(0);
  });

  it('asks again twice where the store is busy or the connection broke', async () => {
    store.faults.push({ status: 503, code: 'SlowDown' }, 'reset');
    await client().put('a', Buffer.from('x'));
    expect(store.requests).toEqual(['PUT a']);
    store.faults.push(...Array.from({ length: 3 }, () => ({ status: 500, code: 'InternalError' })));
    expect(await failure(client().get('a'))).toMatchObject({ status: 500, isPassing: true });
    expect(store.faults).toEqual([]);
  });

  it('follows no redirect: the signature is for one host', async () => {
    store.faults.push({ status: 307, code: 'TemporaryRedirect' });
    expect(await failure(client().get('a'))).toMatchObject({ status: 307, code: 'TemporaryRedirect' });
  });

  it('says that nothing listens', async () => {
    const { endpoint } = settings;
    await store.stop();
    const error = await failure(client({ endpoint }).get('a'));
    expect(error).toMatchObject({ status: 0, code: 'ECONNREFUSED' });
    store = await startFakeS3();
  });
});
