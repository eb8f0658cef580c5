import { clockFinding } from './server.js';

it('A-430: clocks up to 5 s apart are well', () => {
  for (const offset of [0, 5, -5]) expect(clockFinding(offset)).toMatchObject({ mark: '✓', about: 'Clock' });
});

it.each([
  [5.1, '–', '5 s ahead of'],
  [-7, '–', '7 s behind'],
  [25, '–', '25 s ahead of'],
  [25.1, '✗', '25 s ahead of'],
  [-40, '✗', '40 s behind'],
])('A-430: clocks %d s apart are %s: a warning beyond 5 s, not well beyond 25 s', (offset, mark, apart) => {
  const { text, ...finding } = clockFinding(offset);
  expect(finding).toEqual({ mark, about: 'Clock' });
  expect(text).toMatch(new RegExp(`^PostgreSQL's is ${apart} this machine's; .*set both by NTP$`));
});
