import { stateCodes, stateNamed, states } from './states.js';

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
