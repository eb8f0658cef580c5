import { statementTimeoutProblem } from './statement-timeout.js';

const answering = (ms: number) => jest.fn((_text: string) => Promise.resolve([{ ms }]));

describe('the time that PostgreSQL gives a statement', () => {
  it('is no problem where it is the one that was asked for', async () => {
    expect(await statementTimeoutProblem(answering(30_000), 30_000)).toBeNull();
  });

  it.each([
    [0, /^PostgreSQL gives statements no limit, not 30000 ms: [^\n]*ALTER ROLE … SET statement_timeout = 30000[^\n]*$/],
    [5_000, /^PostgreSQL gives statements 5000 ms, not 30000 ms: [^\n]+$/],
  ])('is named where it is %i', async (ms, line) => {
    expect(await statementTimeoutProblem(answering(ms), 30_000)).toMatch(line);
  });

  it('is not asked for where no limit was', async () => {
    const ask = answering(5_000);
    expect(await statementTimeoutProblem(ask, 0)).toBeNull();
    expect(ask).not.toHaveBeenCalled();
  });
});
