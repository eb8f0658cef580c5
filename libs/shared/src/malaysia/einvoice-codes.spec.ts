import {
  classifications,
  countries,
  currencies,
  eInvoiceTypes,
  msicActivities,
  paymentModes,
  taxTypes,
} from './einvoice-codes.js';

describe('the lists of MyInvois', () => {
  it('are whole', () => {
    expect([msicActivities().size, countries().size, currencies().size]).toEqual([1_174, 253, 180]);
    expect([classifications, taxTypes, paymentModes, eInvoiceTypes].map((list) => Object.keys(list).length)).toEqual([
      45, 7, 8, 8,
    ]);
  });

  it('have codes of one form each, and a name for each', () => {
    const wrong = (list: ReadonlyMap<string, string>, form: RegExp): string[] =>
      [...list].filter(([code, name]) => !form.test(code) || name.trim() === '').map(([code]) => code);
    expect(wrong(msicActivities(), /^\d{5}$/)).toEqual([]);
    expect(wrong(countries(), /^[A-Z]{3}$/)).toEqual([]);
    expect(wrong(currencies(), /^[A-Z]{3}$/)).toEqual([]);
    expect(wrong(new Map(Object.entries(classifications)), /^\d{3}$/)).toEqual([]);
  });

  it.each([
    ['00000', 'NOT APPLICABLE'],
    ['01111', 'Growing of maize'],
    ['47721', expect.stringContaining('pharm')],
    ['86201', 'General medical services'],
    ['96020', expect.stringContaining('airdressing')],
  ])('name activity %s', (code, name) => expect(msicActivities().get(code)).toEqual(name));

  it('name Malaysia and the ringgit', () => {
    expect([countries().get('MYS'), currencies().get('MYR')]).toEqual(['MALAYSIA', 'Malaysian Ringgit']);
    expect(countries().get('XXX')).toBeUndefined();
  });
});
