import { AddressGuard, BlockedAddressError, MOST_URL_CHARACTERS } from './address-guard.js';
import type { ResolveName } from './name-resolver.js';

const PUBLIC = '93.184.216.34';

const notFound = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' });
/** Names that tests know; others do not resolve. */
const names: Record<string, string[]> = {
  'hooks.example.com': [PUBLIC, '2606:2800:220:1::1'],
  'inside.example.com': ['10.1.2.3'],
  'mixed.example.com': [PUBLIC, '10.1.2.3'],
  'mapped.example.com': [PUBLIC, '::ffff:10.1.2.3'],
  'metadata.example.com': ['169.254.169.254'],
  'here.example.com': ['127.0.0.1', '::1'],
};
const resolve: ResolveName = (name) => {
  const addresses = names[name];
  return addresses ? Promise.resolve(addresses) : Promise.reject(notFound);
};

const production = new AddressGuard([], resolve);
const development = new AddressGuard(['127.0.0.0/8', '::1/128'], resolve);

const wordsOf = (guard: AddressGuard, url: string): Promise<string | null> =>
  guard.requireAllowed(url).then(
    () => null,
    (error: { kind: string; errors: { field: string; message: { in(language: 'en'): string } }[] }) => {
      expect([error.kind, error.errors[0]?.field]).toEqual(['invalid', 'url']);
      return error.errors[0]?.message.in('en') ?? '';
    },
  );

const never = new AbortController().signal;
const attempt = (guard: AddressGuard, url: string): Promise<string[]> => guard.addressesOf(new URL(url), never);

/** Each leads, as WHATWG URL reads it, to an address that is not public. */
const inside = [
  // IPv4, in all of its spellings.
  ...['10.0.0.1', '10.0.0.1.', '10.1', '10.0.1', '0x0a000001', '0xa.0.0.1', '0x0a.0x00.0x00.0x01', '167772161'],
  ...[
    '012.0.0.1',
    '012.0.0.0x1',
    '0012.00.00.01',
    '%31%30.0.0.1',
    '１０.0.0.1',
    '10。0。0。1',
    '10．0．0．1',
    '⑩.0.0.1',
  ],
  ...['127.0.0.1', '127.1', '0x7f.1', '2130706433', '017700000001', '0', '0.0.0.0', '0x0', '127.255.255.255'],
  // Each special-purpose network of IPv4: its first and last address.
  ...['0.255.255.255', '10.255.255.255', '100.64.0.0', '100.127.255.255', '169.254.0.0', '169.254.169.254'],
  ...['169.254.255.255', '172.16.0.0', '172.31.255.255', '192.0.0.0', '192.0.0.192', '192.0.0.255', '192.0.2.1'],
  ...['192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.0', '192.168.255.255', '192.175.48.1'],
  ...['198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1', '239.255.255.255', '240.0.0.1'],
  ...['255.255.255.255', '4294967295', '100.100.100.200', '168.63.129.16'],
  // IPv6: unspecified, loopback, and those that carry an IPv4 address.
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::10.0.0.1]', '[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::FFFF:8.8.8.8]'],
  ...['[0:0:0:0:0:ffff:a9fe:a9fe]', '[::ffff:0:10.0.0.1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::808:808]'],
  ...['[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[2002:808:808::1]', '[2001:0:a00:1::]', '[2001:0:53aa:64c::1]'],
  // Each special-purpose network of IPv6.
  ...['[100::1]', '[100:0:0:1::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:1ff:ffff::1]'],
  ...['[2001:db8::1]', '[2620:4f:8000::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[8000::1]', '[e000::1]'],
  ...['[fc00::1]', '[fd00::1]', '[fdff:ffff::1]', '[fd00:ec2::254]', '[fd20:ce::254]', '[fe80::1]', '[febf::1]'],
  ...['[fec0::1]', '[ff02::1]', '[ff0e::1]'],
  // Names.
  ...['localhost', 'LOCALHOST', 'localhost.', 'api.localhost', 'inside.example.com', 'mixed.example.com'],
  ...['INSIDE.example.com', 'ｉnside.example.com', 'mapped.example.com', 'metadata.example.com', 'here.example.com'],
];

/** Neighbours of special-purpose networks, and others that are public. */
const outside = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.0', '192.0.3.0', '192.167.255.255'],
  ...['192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '0x08.8.8.8', '134744072', '168.63.129.17'],
  ...['[2000::1]', '[2001:200::1]', '[2001:4860:4860::8888]', '[2001:db7::1]', '[2001:db9::1]', '[2003::1]'],
  ...[
    '[2606:4700::1111]',
    '[2620:4f:8001::1]',
    '[3ffe::1]',
    '[3fff:1000::1]',
    'hooks.example.com',
    'hooks.example.COM',
  ],
];

describe('A-450: addresses of endpoints', () => {
  it('are judged in at least 60 spellings', () => expect(new Set(inside).size).toBeGreaterThanOrEqual(60));

  it.each(inside)('refuses https://%s/, when it is saved and at the attempt', async (host) => {
    const url = `https://${host}/hook`;
    const guard = new AddressGuard([], (name, signal) =>
      name.includes('localhost') ? Promise.resolve(['127.0.0.1']) : resolve(name, signal),
    );
    expect(await wordsOf(guard, url)).toBe('url must lead to public addresses alone');
    await expect(attempt(guard, url)).rejects.toThrow(BlockedAddressError);
  });

  it.each(outside)('allows https://%s/', async (host) => {
    const url = `https://${host}/hook`;
    expect(await wordsOf(production, url)).toBeNull();
    const addresses = await attempt(production, url);
    expect(addresses.length).toBeGreaterThan(0);
    for (const address of addresses) expect(production.allows(new URL(url), address)).toBe(true);
  });

  it.each([
    ['http://hooks.example.com/', 'url must be an absolute URL that begins with https://'],
    ['http://unknown.example.com/', 'url must be an absolute URL that begins with https://'],
    ['ftp://hooks.example.com/', 'url must be an absolute URL that begins with https://'],
    ['file:///etc/passwd', 'url must be an absolute URL that begins with https://'],
    ['gopher://10.0.0.1/', 'url must be an absolute URL that begins with https://'],
    ['data:text/plain,a', 'url must be an absolute URL that begins with https://'],
    ['/hook', 'url must be an absolute URL that begins with https://'],
    ['hooks.example.com', 'url must be an absolute URL that begins with https://'],
    ['', 'url must be an absolute URL that begins with https://'],
    ['https://', 'url must be an absolute URL that begins with https://'],
    ['https://10.0.0.256/', 'url must be an absolute URL that begins with https://'],
    ['https://[fe80::1%25eth0]/', 'url must be an absolute URL that begins with https://'],
    ['https://hooks.example.com:65536/', 'url must be an absolute URL that begins with https://'],
    ['https://hooks.example.com:22/', 'url must have port 443, or one from 1024 to 65535'],
    ['https://hooks.example.com:80/', 'url must have port 443, or one from 1024 to 65535'],
    ['https://hooks.example.com:0/', 'url must have port 443, or one from 1024 to 65535'],
    ['https://hooks.example.com:1023/', 'url must have port 443, or one from 1024 to 65535'],
    ['https://unknown.example.com:25/', 'url must have port 443, or one from 1024 to 65535'],
    ['https://user@hooks.example.com/', 'url must not have a user or password: send them in headers'],
    ['https://:secret@hooks.example.com/', 'url must not have a user or password: send them in headers'],
    ['https://hooks.example.com@10.0.0.1/', 'url must not have a user or password: send them in headers'],
    ['https://hooks.example.com/#a', 'url must not have a fragment (#)'],
    ['https://hooks.example.com/#', 'url must not have a fragment (#)'],
    [`https://hooks.example.com/${'a'.repeat(2_000)}`, 'url may have at most 2000 characters'],
    ['https:\\\\10.0.0.1\\', 'url must lead to public addresses alone'],
    ['https:10.0.0.1', 'url must lead to public addresses alone'],
    [' \thttps://10.0.\n0.1/ ', 'url must lead to public addresses alone'],
  ])('refuses %j: %s', async (url, words) => {
    expect(await wordsOf(production, url)).toBe(words);
    expect(await wordsOf(development, url)).toBe(words);
  });

  it('allows ports 443, 1024 and 65535, and 2,000 characters', async () => {
    for (const port of [443, 1_024, 65_535])
      expect(await wordsOf(production, `https://hooks.example.com:${port}/`)).toBeNull();
    const prefix = 'https://hooks.example.com/?';
    expect(await wordsOf(production, prefix.padEnd(MOST_URL_CHARACTERS, 'a'))).toBeNull();
  });

  it('saves a name that does not resolve as https, and tells the attempt of it', async () => {
    expect(await wordsOf(production, 'https://unknown.example.com/')).toBeNull();
    await expect(attempt(production, 'https://unknown.example.com/')).rejects.toThrow(notFound);
  });

  it('judges a name again with each attempt, once, and hands over what was judged (rebinding)', async () => {
    const answers = [[PUBLIC], ['10.0.0.1'], [PUBLIC], [PUBLIC, '127.0.0.1']];
    let asked = 0;
    const guard = new AddressGuard([], () => Promise.resolve(answers[asked++] ?? []));
    const url = 'https://rebinding.example.com/';
    expect(await wordsOf(guard, url)).toBeNull();
    await expect(attempt(guard, url)).rejects.toThrow(BlockedAddressError);
    expect(await attempt(guard, url)).toEqual([PUBLIC]);
    await expect(attempt(guard, url)).rejects.toThrow(BlockedAddressError);
    expect(asked).toBe(4);
    await expect(attempt(guard, url)).rejects.toThrow(BlockedAddressError);
  });

  it('tells no address when it blocks', async () => {
    const error = await attempt(production, 'https://inside.example.com/').catch((thrown: unknown) => thrown);
    expect(JSON.stringify([String(error), (error as Error).stack, error])).not.toMatch(/10\.1\.2\.3|inside/);
  });
});

describe('A-450: networks that the operator opens', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.0.0.1:22/',
    'https://127.1:9/',
    'http://[::1]:8080/',
    'http://localhost:3000/',
  ])('allow %s by any scheme and port in development', async (url) => {
    const guard = new AddressGuard(['127.0.0.0/8', '::1/128']);
    expect(await wordsOf(guard, url)).toBeNull();
    expect(await attempt(guard, url)).not.toEqual([]);
    expect(await wordsOf(production, url)).not.toBeNull();
  });

  it('stay shut where they are written as addresses that carry others', async () => {
    for (const host of [
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '0.0.0.0',
      '[::]',
    ])
      expect(await wordsOf(development, `https://${host}/`)).not.toBeNull();
  });

  it('open no other: http needs all addresses of a name to be within', async () => {
    const guard = new AddressGuard(['10.0.0.0/8'], resolve);
    expect(await wordsOf(guard, 'http://inside.example.com:25/')).toBeNull();
    expect(await wordsOf(guard, 'http://mixed.example.com/')).toBe(
      'url must be an absolute URL that begins with https://',
    );
    expect(await wordsOf(guard, 'https://mixed.example.com/')).toBeNull();
    expect(await wordsOf(guard, 'https://mixed.example.com:25/')).toBe(
      'url must have port 443, or one from 1024 to 65535',
    );
    expect(await wordsOf(guard, 'https://192.168.0.1/')).toBe('url must lead to public addresses alone');
    await expect(attempt(guard, 'http://mixed.example.com/')).rejects.toThrow(BlockedAddressError);
    expect(guard.allows(new URL('http://inside.example.com/'), PUBLIC)).toBe(false);
  });

  it.each([
    '0.0.0.0',
    '169.254.169.254',
    '169.254.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '[::]',
    '[fe80::1]',
    '[ff02::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[::ffff:169.254.169.254]',
    '[::169.254.169.254]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::169.254.169.254]',
    '[2002:a9fe:a9fe::1]',
  ])('never open %s', async (host) => {
    const guard = new AddressGuard(['0.0.0.0/1', '128.0.0.0/1', '::/1', '8000::/1'], resolve);
    expect(await wordsOf(guard, `http://${host}/`)).not.toBeNull();
    expect(await wordsOf(guard, `https://${host}/`)).not.toBeNull();
    await expect(attempt(guard, `https://${host}/`)).rejects.toThrow(BlockedAddressError);
  });
});
