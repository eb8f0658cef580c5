import { showBidi, withoutBidi } from './bidi.js';

const CONTROLS = [...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'];

describe('bidirectional controls', () => {
  it('are seen, each by its number', () => {
    expect(showBidi('Siti \u202eruN\u202c')).toBe('Siti <U+202E>ruN<U+202C>');
    for (const control of CONTROLS) expect(showBidi(control)).toMatch(/^<U\+[0-9A-F]{4}>$/);
  });

  it('are left out where nothing else would be readable', () => {
    expect(withoutBidi(`a${CONTROLS.join('')}b`)).toBe('ab');
  });

  it('are not what writes from right to left', () => {
    for (const text of ['Siti Nur', 'سيتي نور', '薰衣草', 'நூர்', 'a\nb']) {
      expect(showBidi(text)).toBe(text);
      expect(withoutBidi(text)).toBe(text);
    }
  });
});
