import { nextAsking, nextAskingUnanswered, nextNight, nextNightOf, nextNightUnanswered } from './asking-schedule.js';

const BEGUN = new Date('2026-03-01T00:00:00Z');
const END = new Date('2026-03-01T00:30:00Z');

it('asks after 10 and 30 s, 1, 2, 5, 10 min, then every 15, at the end, and 1 h and 24 h after it (A-465)', () => {
  const asked: number[] = [];
  for (let at: Date | null = BEGUN; at; at = nextAsking(BEGUN, END, at))
    asked.push((at.getTime() - BEGUN.getTime()) / 1_000);
  expect(asked).toEqual([0, 10, 30, 60, 120, 300, 600, 1_500, 1_800, 1_800 + 3_600, 1_800 + 86_400]);
});

it('asks one hour and one day after an early end', () => {
  const end = new Date(BEGUN.getTime() + 15_000);
  const times = [nextAsking(BEGUN, end, end), nextAsking(BEGUN, end, new Date(end.getTime() + 3_600_000))];
  expect(times.map((time) => time && (time.getTime() - end.getTime()) / 1_000)).toEqual([3_600, 86_400]);
  expect(nextAsking(BEGUN, end, new Date(end.getTime() + 86_400_000))).toBeNull();
});

it('asks a silent gateway as often, and past the schedule every 15 minutes for three days', () => {
  const after = (ms: number): Date => new Date(END.getTime() + ms);
  expect(nextAskingUnanswered(BEGUN, END, new Date(BEGUN.getTime() + 10_000))).toEqual(
    nextAsking(BEGUN, END, new Date(BEGUN.getTime() + 10_000)),
  );
  expect(nextAskingUnanswered(BEGUN, END, after(86_400_000))).toEqual(after(86_400_000 + 15 * 60_000));
  expect(nextAskingUnanswered(BEGUN, END, after(3 * 86_400_000))).toBeNull();
});

describe('the nights (A-470)', () => {
  const at = (text: string): Date => new Date(text);

  it('begin at two in Malaysia', () => {
    expect(nextNight(at('2026-03-10T01:59:59+08:00'))).toEqual(at('2026-03-10T02:00:00+08:00'));
    expect(nextNight(at('2026-03-10T02:00:00+08:00'))).toEqual(at('2026-03-11T02:00:00+08:00'));
    expect(nextNight(at('2026-03-10T23:00:00+08:00'))).toEqual(at('2026-03-11T02:00:00+08:00'));
  });

  it('are three of each attempt', () => {
    const ended = at('2026-03-10T15:00:00+08:00');
    const nights: string[] = [];
    for (let next = nextNightOf(ended, ended); next; next = nextNightOf(ended, next)) nights.push(next.toISOString());
    expect(nights).toEqual(['2026-03-10T18:00:00.000Z', '2026-03-11T18:00:00.000Z', '2026-03-12T18:00:00.000Z']);
  });

  it('that get no answer are tried again every 15 minutes, not for ever', () => {
    const ended = at('2026-03-10T15:00:00+08:00');
    const night = at('2026-03-13T02:00:00+08:00');
    expect(nextNightUnanswered(ended, night)).toEqual(at('2026-03-13T02:15:00+08:00'));
    expect(nextNightUnanswered(ended, at('2026-03-14T15:00:01+08:00'))).toBeNull();
  });
});
