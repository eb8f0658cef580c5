import type { Answer } from '../../support/client.js';
import { expectInvalid } from '../../support/core-shapes.js';
import { referenceSurface as on } from '../../support/core-surfaces.js';
import { newTenant, type TestTenant } from '../../support/people.js';

/** A-450 over HTTP, in development: this machine is open, all else that is not public is shut. */
let tenant: TestTenant;
beforeAll(async () => {
  tenant = await newTenant();
});

const create = (url: unknown): Promise<Answer> => on.post('/webhooks', { url }, tenant.admin.token);

const hosts = [
  // IPv4: decimal, octal, hexadecimal, short, percent-encoded, full-width, each private or special range.
  ...['10.0.0.1', '10.0.0.1.', '10.1', '0x0a000001', '0xa.0.0.1', '167772161', '012.0.0.1', '%31%30.0.0.1'],
  ...['１０.0.0.1', '10。0。0。1', '0.0.0.0', '0', '100.64.0.1', '169.254.169.254', '0xa9fea9fe', '2852039166'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  ...['198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255'],
  ...['100.100.100.200', '168.63.129.16', '192.31.196.1', '192.52.193.1', '192.175.48.1'],
  // IPv6: unspecified, those that carry an IPv4 address, each special range.
  ...[
    '[::]',
    '[::10.0.0.1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:a00:1]',
    '[::FFFF:127.0.0.1]',
    '[0:0:0:0:0:ffff:a9fe:a9fe]',
  ],
  ...['[::ffff:0:10.0.0.1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::a00:1]', '[2002:a00:1::]', '[2001:0:a00:1::]'],
  ...['[100::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:db8::1]', '[2620:4f:8000::1]', '[3fff::1]'],
  ...['[5f00::1]', '[4000::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]'],
];
const others = [
  ...['http://93.184.216.34/', 'https://93.184.216.34:22/', 'https://93.184.216.34:80/', 'https://93.184.216.34:1023/'],
  ...['https://me@93.184.216.34/', 'https://me:secret@93.184.216.34/', 'https://93.184.216.34/#a'],
  ...['ftp://93.184.216.34/', 'file:///etc/passwd', 'javascript:alert(1)', '/hook', '93.184.216.34', '', 'https://'],
  ...['https://10.0.0.256/', 'https://[fe80::1%25eth0]/', 'http://example.com/', 'https:10.0.0.1'],
  `https://93.184.216.34/${'a'.repeat(2_000)}`,
];
const refused = [...hosts.map((host) => `https://${host}/hook`), ...others];

describe('A-450: the address of a webhook', () => {
  it('is refused as 400 that names url in each of 60 spellings and more', async () => {
    expect(new Set(refused).size).toBeGreaterThanOrEqual(60);
    for (const url of refused) {
      const answer = await create(url);
      expect([url, answer.status]).toEqual([url, 400]);
      expectInvalid(on, answer, 'url');
    }
    expect(on.rows(await on.get('/webhooks', tenant.admin.token), 'webhooks')).toEqual([]);
  });

  it.each([
    'https://93.184.216.34/hook?a=b',
    'https://93.184.216.34:8443/',
    'https://[2606:2800:220:1::1]/',
    // A name that does not resolve passes too.
    'https://hooks.a-name-that-is-nowhere.example/',
    'http://127.0.0.1/',
    'http://127.0.0.1:22/',
    'http://localhost:3000/hook',
    'http://[::1]:9/',
  ])('may be %s', async (url) => {
    const answer = await create(url);
    expect([answer.status, on.data(answer).url]).toEqual([201, url]);
    await on.send('DELETE', `/webhooks/${on.data(answer).id}`, { token: tenant.admin.token });
  });

  it('is judged with PUT too, which then changes nothing', async () => {
    const { id, url } = on.data(await create('http://127.0.0.1:9/'));
    for (const wrong of ['https://10.0.0.1/', 'http://93.184.216.34/', 'https://0x0a000001/'])
      expectInvalid(on, await on.put(`/webhooks/${id}`, { url: wrong }, tenant.admin.token), 'url');
    expect(on.data(await on.get(`/webhooks/${id}`, tenant.admin.token)).url).toBe(url);
    await on.send('DELETE', `/webhooks/${id}`, { token: tenant.admin.token });
  });

  it('is refused in both languages', async () => {
    const headers = { 'accept-language': 'ms' };
    const answer = await on.send('POST', '/webhooks', {
      body: { url: 'https://10.0.0.1/' },
      token: tenant.admin.token,
      headers,
    });
    expect(on.error(answer).errors).toEqual([{ field: 'url', message: 'url mestilah menuju ke alamat awam sahaja' }]);
  });
});
