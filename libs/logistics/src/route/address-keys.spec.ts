import type { Address } from '@usaha/core';
import { addressKeys, stateKeyOf } from './address-keys.js';

const finds = (asked: string, address: string | Partial<Address> | null): boolean =>
  addressKeys(address as string | Address | null).includes(stateKeyOf(asked));

describe('A-144, A-293: routes are found by the states of their ends', () => {
  it.each([
    ['penang', { state: 'Pulau Pinang' }],
    ['Pulau Pinang', { state: ' PENANG ' }],
    ['west java', { state: 'West Java' }],
    ['selangor', 'Hab Shah Alam, Selangor Darul Ehsan'],
    ['Pulau Pinang', 'Jalan Masjid, Penang'],
    ['kl', 'Jalan Ampang, W.P. Kuala Lumpur'],
    ['george town', '10200 George Town, Pulau Pinang'],
    ['singapore', '1 Raffles Place, Singapore 048616'],
    ['雪兰莪', '莎阿南, 雪兰莪'],
  ])('%s finds %j', (asked, address) => {
    expect(finds(asked, address)).toBe(true);
  });

  it.each([
    ['java', { state: 'West Java' }],
    ['kuala lumpur', '14 Jalan Besar, Ipoh'],
    ['selangor', 'Jalan Selangorku'],
    ['johor', { state: null }],
    ['', { state: '' }],
    ['johor', null],
  ])('%s does not find %j', (asked, address) => {
    expect(finds(asked, address as never)).toBe(false);
  });
});
