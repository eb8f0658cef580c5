import { ReleaseTooOld, compareReleases } from './release.js';

it.each([
  ['1.0.0', '1.0.0', 0],
  ['1.2.0', '1.10.0', -1],
  ['2.0.0', '1.99.99', 1],
  ['1.1.1', '1.1.0', 1],
])('release %s compared with %s: %d', (one, other, expected) => {
  expect(Math.sign(compareReleases(one, other))).toBe(expected);
  expect(Math.sign(compareReleases(other, one))).toBe(expected === 0 ? 0 : -expected);
});

it('a release that is too old says which one is needed', () => {
  const error = new ReleaseTooOld('1.0.0', '1.1.0', 'Sealed1');
  expect(error.message).toMatch(
    /^This is release 1\.0\.0, and the database needs release 1\.1\.0 or a later one .*Sealed1/,
  );
  expect(error.message).not.toContain('\n');
});
