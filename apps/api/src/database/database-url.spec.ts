import { addressOf, atNode, tlsProblems } from './database-url.js';

const problems = (url: string, more: Record<string, string> = {}) => tlsProblems({ DATABASE_URL: url, ...more });

describe('in production', () => {
  it.each([
    'postgresql://usaha@db.example/usaha?sslmode=verify-full',
    'postgresql://usaha:p%40ss@db.example:5433/usaha?application_name=x&sslmode=verify-full&sslrootcert=/etc/ca.pem',
    'postgresql://usaha@localhost/usaha',
    'postgresql://usaha@127.0.0.1:5433/usaha',
    'postgresql://usaha@[::1]:5433/usaha',
    'postgresql://usaha@%2Fvar%2Frun%2Fpostgresql/usaha',
    'postgresql://usaha@/usaha?host=/var/run/postgresql',
    'postgresql://usaha@/usaha',
  ])('%s is fine', (url) => {
    expect(problems(url)).toEqual([]);
  });

  it.each([
    'postgresql://usaha@db.example/usaha',
    'postgresql://usaha@db.example/usaha?sslmode=require',
    'postgresql://usaha@db.example/usaha?sslmode=no-verify',
    'postgresql://usaha@db.example/usaha?sslmode=verify-full&sslmode=disable',
    'postgresql://usaha@db.example/usaha?ssl=true',
    'postgresql://usaha@localhost/usaha?host=db.example',
    'postgresql://usaha@127.0.0.1.example/usaha',
    'postgresql://usaha:a secret@db one,db two/usaha?sslmode=verify-full',
  ])('%s is refused in a line that names the variable and the way out, and repeats nothing of the URL', (url) => {
    const [line, ...more] = problems(url);
    expect(line).toMatch(/^DATABASE_URL must say sslmode=verify-full in production.*DATABASE_TLS=off/);
    expect(line).not.toMatch(/usaha@|example|secret/);
    expect(more).toEqual([]);
  });

  it('every URL is looked at; none and DATABASE_DIRECT_URL=none are not', () => {
    const far = 'postgresql://usaha@db.example/usaha';
    expect(
      tlsProblems({ DATABASE_URL: far, MIGRATION_DATABASE_URL: far, DATABASE_DIRECT_URL: far }).map(
        (line) => line.split(' ')[0],
      ),
    ).toEqual(['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL']);
    expect(tlsProblems({ DATABASE_DIRECT_URL: 'none' })).toEqual([]);
  });

  it('DATABASE_TLS=off lets a private network go without, and takes nothing else', () => {
    const far = 'postgresql://usaha@db.example/usaha';
    expect(problems(far, { DATABASE_TLS: 'off' })).toEqual([]);
    expect(problems(far, { DATABASE_TLS: 'verify-full' })).toHaveLength(1);
    expect(problems(far, { DATABASE_TLS: 'no' })).toEqual(['DATABASE_TLS must be verify-full or off, not "no"']);
  });
});

it.each([
  ['postgresql://usaha:secret@db.example:5433/usaha?sslmode=verify-full', 'db.example:5433/usaha'],
  ['postgresql://usaha:secret@db.example/usaha', 'db.example:5432/usaha'],
  ['postgresql://usaha:secret@%2Ftmp%2Fx/usaha', '/tmp/x:5432/usaha'],
  ['postgresql://usaha:secret@/usaha?host=/tmp/x', '/tmp/x:5432/usaha'],
  ['postgresql://usaha:se cret@a b/usaha', 'DATABASE_URL'],
])('%s is called %s in messages', (url, address) => {
  expect(addressOf(url)).toBe(address);
});

describe('the URL of another node', () => {
  const node = { host: 'coordinator', port: 5433 };

  it.each([
    ['postgresql://usaha:p%40ss@worker:5432/usaha', 'postgresql://usaha:p%40ss@coordinator:5433/usaha'],
    [
      'postgresql://usaha@worker/usaha?sslmode=verify-full&sslrootcert=/etc/ca.pem',
      'postgresql://usaha@coordinator:5433/usaha?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem',
    ],
    ['postgresql://usaha@/usaha?host=/var/run/postgresql&port=9', 'postgresql://usaha@coordinator:5433/usaha'],
  ])('%s has the same role, database and options', (url, there) => {
    const [found, expected] = [new URL(atNode(url, node)), new URL(there)];
    expect(found.href.split('?')[0]).toBe(expected.href.split('?')[0]);
    expect([...found.searchParams]).toEqual([...expected.searchParams]);
  });

  it('takes an address of IPv6', () => {
    expect(atNode('postgresql://usaha@worker/usaha', { host: '::1', port: 5432 })).toBe(
      'postgresql://usaha@[::1]:5432/usaha',
    );
  });

  it('repeats nothing of a URL that only libpq reads', () => {
    expect(() => atNode('postgresql://usaha:secret@db one,db two/usaha', node)).toThrow(
      /^DATABASE_URL cannot be read$/,
    );
  });
});
