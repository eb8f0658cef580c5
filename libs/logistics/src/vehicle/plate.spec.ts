import { verifyPlate } from './plate.js';

describe('A-300: what is found of a plate', () => {
  it.each([
    ['WXY 1234', 'standard', 'Kuala Lumpur'],
    ['VAB1234', 'standard', 'Kuala Lumpur'],
    ['JQR 5', 'standard', 'Johor'],
    ['SAB 1234 C', 'standard', 'Sabah'],
    ['QAA 1234 A', 'standard', 'Sarawak'],
    ['W 1 A', 'standard', 'Kuala Lumpur'],
    ['wa 1 x', 'standard', 'Kuala Lumpur'],
    ['b-mn-88', 'standard', 'Selangor'],
    ['HB 1234', 'standard', 'Selangor'],
    ['HWA 12', 'standard', 'Kuala Lumpur'],
    ['EAB 12', 'standard', null],
    ['KV 88', 'special', 'Kedah'],
    ['Putrajaya 7', 'special', 'Putrajaya'],
    ['PATRIOT 12', 'special', null],
    ['EV 1234', 'special', null],
    ['ZA 1234', 'special', null],
    ['10-12-DC', 'special', null],
    ['', 'unknown', null],
    ['WXYZ 1234', 'unknown', null],
    ['ABC 12345', 'unknown', null],
    ['ABC 0123', 'unknown', null],
    ['WOI 123', 'unknown', null],
    ['SGP 12 34 X5', 'unknown', null],
    ['霹靂 12', 'unknown', null],
  ])('%j is %s, of %s', (plate, format, state) => {
    expect(verifyPlate(plate)).toEqual({ format, state });
  });
});
