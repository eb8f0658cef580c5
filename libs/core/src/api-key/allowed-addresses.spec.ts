import fc from 'fast-check';
import { AllowedAddresses, networksOf } from './allowed-addresses.js';

const allows = (networks: string[], address: string): boolean =>
  new AllowedAddresses(networksOf(networks)).includes(address);

describe('A-419: addresses that a key may be sent from', () => {
  it('are all where none is named', () => {
    expect(allows([], '203.0.113.7')).toBe(true);
    expect(allows([], '')).toBe(true);
  });

  it.each([
    ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
    ['10.1.2.3/8', '10.255.0.1', '11.0.0.1'],
    ['203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['0.0.0.0/0', '198.51.100.1', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['2001:DB8:0:0::1', '2001:db8::1', '2001:db8::2'],
    ['::/0', '2001:db8::1', '198.51.100.1'],
    ['::ffff:10.0.0.0/104', '10.9.9.9', '11.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1', '10.0.0.2'],
  ])('%s: %s yes, %s no', (network, inside, outside) => {
    expect(allows([network], inside)).toBe(true);
    expect(allows([network], outside)).toBe(false);
  });

  it('are none where the address is not known', () => {
    expect(allows(['0.0.0.0/0', '::/0'], '')).toBe(false);
    expect(allows(['0.0.0.0/0', '::/0'], 'unix:')).toBe(false);
  });

  it('are kept in one notation, each once', () => {
    expect(networksOf([' 10.0.0.1 ', '10.0.0.1/32', '::ffff:10.0.0.1', '2001:DB8::0/32'])).toEqual([
      '10.0.0.1/32',
      '2001:db8::/32',
    ]);
  });

  it.each([
    '',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0/8',
    '010.0.0.1',
    '0x7f.1',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/1e1',
    'fe80::1%eth0',
    'localhost',
    '10.0.0.1, 10.0.0.2',
    '１0.0.0.1',
  ])('refuses %j by the name of the field', (text) => {
    expect(() => networksOf([text])).toThrow(
      expect.objectContaining({ kind: 'invalid', errors: [expect.objectContaining({ field: 'allowed_addresses' })] }),
    );
  });

  it('are at most 50', () => {
    const networks = Array.from({ length: 51 }, (_, i) => `10.0.${i}.0/24`);
    expect(networksOf(networks.slice(1))).toHaveLength(50);
    expect(() => networksOf(networks)).toThrow('at most 50');
  });

  it('an IPv4 network holds exactly the addresses whose first bits are its own', () => {
    const text = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
    const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });
    fc.assert(
      fc.property(address, address, fc.integer({ min: 0, max: 32 }), (network, other, bits) => {
        const isInside = bits === 0 || network >>> (32 - bits) === other >>> (32 - bits);
        expect(allows([`${text(network)}/${bits}`], text(other))).toBe(isInside);
        expect(allows([`${text(network)}/${bits}`], text(network))).toBe(true);
      }),
    );
  });
});
