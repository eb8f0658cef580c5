import { clockFinding } from './server.js';

const asked = { sent: 100_000, received: 160_000 };

it.each([
  ['as this one says', 130_000],
  ['5 s before it was asked', 95_000],
  ['5 s after it answered', 165_000],
])('a clock of PostgreSQL that is %s is well', (_, theirs) => {
  expect(clockFinding(theirs, asked)).toMatchObject({ mark: '✓', about: 'Clock' });
});

it.each([
  [93_000, '7 s behind'],
  [172_000, '12 s ahead of'],
])('a clock of PostgreSQL that says %d is not: it is %s this machine’s', (theirs, apart) => {
  expect(clockFinding(theirs, asked)).toEqual({
    mark: '✗',
    about: 'Clock',
    text: `PostgreSQL's is ${apart} this machine's; set both by NTP`,
  });
});
