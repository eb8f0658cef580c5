import { stateCodes, stateNamed, states, statesNamedIn, wordsOf } from './states.js';

describe('the state in an address', () => {
  it.each(stateCodes)('%s is known by its own name, in any case', (code) => {
    expect(stateNamed(states[code])).toBe(code);
    expect(stateNamed(`  ${states[code].toUpperCase()} `)).toBe(code);
  });

  it.each([
    ['Wilayah Persekutuan Kuala Lumpur', '14'],
    ['W.P. Kuala Lumpur', '14'],
    ['WP Labuan', '15'],
    ['Federal Territory of Putrajaya', '16'],
    ['KL', '14'],
    ['Penang', '07'],
    ['P. Pinang', '07'],
    ['Malacca', '04'],
    ['N. Sembilan', '05'],
    ['Negeri Selangor', '10'],
    ['Selangor Darul Ehsan', '10'],
    ['Negeri Sembilan Darul Khusus', '05'],
    ['Johor Darul Takzim', '01'],
  ])('%s is %s', (text, code) => {
    expect(stateNamed(text)).toBe(code);
  });

  it.each([null, undefined, '', ' ', 'Bangkok', 'Johor Bahru Barat', 'Wilayah Persekutuan', '14', 'toString'])(
    '%j is none',
    (text) => {
      expect(stateNamed(text)).toBeNull();
    },
  );
});

describe('a federal territory without its name', () => {
  it.each([
    ['Wilayah Persekutuan', '50450', '14'],
    ['WP', '60000', '14'],
    ['W. P.', '62100', '16'],
    ['Federal Territory', '87000', '15'],
    ['Wilayah Persekutuan', '40000', null],
    ['Wilayah Persekutuan', undefined, null],
    ['Wilayah Persekutuan Labuan', '50450', '15'],
    ['Selangor', '50450', '10'],
  ])('%s with postcode %s is %s', (text, postcode, code) => {
    expect(stateNamed(text, postcode)).toBe(code);
  });
});

describe('the states named in a line of text', () => {
  it.each([
    ['Lot 5, Jalan Masjid, 10200 George Town, Pulau Pinang', ['07']],
    ['Port Klang, SELANGOR to W.P. Kuala Lumpur', ['10', '14']],
    ['KL Sentral', ['14']],
    ['Jalan Perlis, Jalan Selangor, Perlis', ['10', '09']],
    ['Johor Bahru, Johor', ['01']],
    ['Jalan Selangorku 14', []],
    ['', []],
  ])('of %j', (text, codes) => {
    expect(statesNamedIn(text)).toEqual(codes);
  });

  it.each([
    ['Jalan Masjid-India, 50100', ['jalan', 'masjid', 'india', '50100']],
    ['கோலா லம்பூர்', ['கோலா', 'லம்பூர்']],
    ['吉隆坡 KL', ['吉隆坡', 'kl']],
    [' — ', []],
  ])('the words of %j', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });
});
