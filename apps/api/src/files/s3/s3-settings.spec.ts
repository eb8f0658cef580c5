import { Reader, type Environment } from '../../start/config-reader.js';
import { s3Settings } from './s3-settings.js';

const KEY = { FILE_STORE_KEY_ID: 'id', FILE_STORE_SECRET: 'very secret' };

function read(environment: Environment) {
  const reader = new Reader(environment);
  return { settings: s3Settings(reader), problems: reader.problems };
}

describe('A-484: FILE_STORE', () => {
  it.each<Record<string, string>>([{}, { FILE_STORE: 'database' }])(
    'is the database unless it names another store: %j',
    (environment) => expect(read(environment)).toEqual({ settings: null, problems: [] }),
  );

  it('names a bucket, a prefix, an endpoint and a region', () => {
    const { settings, problems } = read({
      FILE_STORE: 's3://kedai-files/usaha/production?endpoint=https://store.example:9000&region=my-1',
      ...KEY,
    });
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({ bucket: 'kedai-files', prefix: 'usaha/production', region: 'my-1' });
    expect(settings?.endpoint.href).toBe('https://store.example:9000/');
    expect(settings?.key).toEqual({ id: 'id', secret: 'very secret' });
  });

  it('is at Amazon without an endpoint', () =>
    expect(read({ FILE_STORE: 's3://kedai-files?region=ap-southeast-5', ...KEY }).settings?.endpoint.href).toBe(
      'https://s3.ap-southeast-5.amazonaws.com/',
    ));

  it.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000'])(
    'may be without TLS on this machine: %s',
    (endpoint) =>
      expect(read({ FILE_STORE: `s3://kedai-files?region=x&endpoint=${endpoint}`, ...KEY }).problems).toEqual([]),
  );

  it.each([
    ['/var/files', 'must be database, or s3://'],
    ['s3://Kedai!?region=x', 'must name a bucket'],
    ['s3://kedai-files', 'must name the region'],
    ['s3://kedai-files/a b?region=x', 'must have a prefix'],
    ['s3://kedai-files/../x%2F..?region=x', 'must have a prefix'],
    ['s3://kedai-files?region=x&endpoint=http://store.example', 'must have an endpoint with https'],
    ['s3://kedai-files?region=x&endpoint=http://localhost.example', 'must have an endpoint with https'],
    ['s3://kedai-files?region=x&endpoint=https://id:secret@store.example', 'must have an endpoint'],
    ['s3://kedai-files?region=x&acl=public', 'knows endpoint and region'],
  ])('is refused: %s', (text, problem) => {
    const { settings, problems } = read({ FILE_STORE: text, ...KEY });
    expect(settings).toBeNull();
    expect(problems).toEqual([expect.stringContaining(problem)]);
  });

  it.each([
    [{ FILE_STORE_SECRET: 'very secret' }, 'FILE_STORE_KEY_ID'],
    [{ FILE_STORE_KEY_ID: 'id' }, 'FILE_STORE_SECRET'],
  ])('is refused without a key: %j', (key, missing) => {
    const { problems } = read({ FILE_STORE: 's3://kedai-files?region=x', ...key });
    expect(problems).toEqual([`${missing} must be set where FILE_STORE is s3://`]);
    expect(problems.join()).not.toContain('very secret');
  });
});
