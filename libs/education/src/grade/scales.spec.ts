import { ownScale } from './own-scale.js';
import { scaleOfLevel } from './scales.js';

it.each([
  ['Standard 1', 'uasa'],
  ['Tahun 6', 'uasa'],
  ['form 2', 'uasa'],
  ['Tingkatan 4 Sains', 'spm'],
  ['Form 5', 'spm'],
  ['Lower 6', 'stpm_matric'],
  ['Matriculation', 'stpm_matric'],
  ['Form 10', 'general'],
  ['4', 'general'],
  ['', 'general'],
  [null, 'general'],
])('A-222: %j is graded by %s', (level, scale) => expect(scaleOfLevel(level)).toBe(scale));

describe('A-222: a scale of one’s own', () => {
  it('is read from the best letter to the last, with nothing else in it', () => {
    const given = [
      { grade: 'Gagal', from: 0, colour: 'red' },
      { grade: 'Lulus', from: 50 },
    ];
    expect(ownScale.read(given)).toEqual([
      { grade: 'Lulus', from: 50 },
      { grade: 'Gagal', from: 0 },
    ]);
  });

  it.each([
    undefined,
    null,
    'SPM',
    {},
    [],
    [null],
    [{ grade: 'A' }],
    [{ from: 50 }],
    [{ grade: 'A', from: '50' }],
    [{ grade: ' ', from: 50 }],
    [{ grade: 'A', from: -1 }],
    [{ grade: 'A', from: 101 }],
    [{ grade: 'A'.repeat(51), from: 1 }],
    [{ grade: 'A', from: 50 }, 'B'],
  ])('counts as not set when it is %j', (given) => expect(ownScale.read(given)).toBeNull());
});
