import { networkOf, plainAddress } from './network.js';

describe('an address of a client (A-393)', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:CB00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['', ''],
    ['not:an:address', 'not:an:address'],
  ])('%s counts as %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is shown whole, a mapped IPv4 address as that', () => {
    expect(plainAddress('2001:DB8::5')).toBe('2001:db8::5');
    expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
    expect(plainAddress('10.0.0.1')).toBe('10.0.0.1');
  });

  it('is cut where it is none', () => {
    expect(networkOf('x'.repeat(1_000))).toHaveLength(64);
    expect(networkOf(`${'x'.repeat(1_000)}:`)).toHaveLength(64);
  });
});
