import { askClockOffset, clockOffset, clockProblem } from './clock-offset.js';

const asked = { sent: 100_000, received: 160_000 };

it.each([
  ['says a time between question and answer', 130_000, 0],
  ['is behind the question', 93_000, -7],
  ['is ahead of the answer', 172_000, 12],
])('A-430: a clock of PostgreSQL that %s (%d) is %d s ahead at least', (_, theirs, offset) => {
  expect(clockOffset(theirs, asked)).toBe(offset);
});

it('A-430: is asked of PostgreSQL', async () => {
  const offset = await askClockOffset(async () => [{ now: new Date(Date.now() + 60_000) }]);
  expect(offset).toBeGreaterThan(59);
  expect(offset).toBeLessThanOrEqual(60);
});

it('A-430: is a problem beyond 5 s, and one of sign-ins beyond 25 s', () => {
  expect([0, 5, -5].map(clockProblem)).toEqual([null, null, null]);
  expect(clockProblem(-6)).toBe("PostgreSQL's is 6 s behind this machine's; set both by NTP");
  expect(clockProblem(26)).toContain('codes of second factors');
});
