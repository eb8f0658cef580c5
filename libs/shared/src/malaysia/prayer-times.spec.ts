import { fridayPrayer, prayerAt, prayerTimes, prayers } from './prayer-times.js';
import { stateCodes } from './states.js';

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

describe('prayer times', () => {
  // JAKIM e-Solat: fajr, sunrise, dhuhr, asr, maghrib, isha.
  it.each([
    ['14', '2026-01-01', ['06:06', '07:18', '13:19', '16:42', '19:17', '20:31']],
    ['14', '2025-01-01', ['06:07', '07:18', '13:20', '16:42', '19:17', '20:31']],
    ['11', '2024-12-08', ['05:51', '07:05', '13:02', '16:23', '18:55', '20:10']],
  ] as const)('of state %s on %s are within a minute of the official ones', (state, day, official) => {
    const times = Object.values(prayerTimes(day, state));
    official.forEach((time, i) => {
      expect(Math.abs(minutes(times[i]) - minutes(time))).toBeLessThanOrEqual(1);
    });
  });

  it.each(stateCodes)('of state %s follow each other through the day, all year', (state) => {
    for (const day of ['2026-01-01', '2026-04-15', '2026-06-21', '2026-09-30', '2026-12-31']) {
      const times = Object.values(prayerTimes(day, state));
      for (const time of times) expect(time).toMatch(/^\d\d:\d\d:00$/);
      expect(times).toEqual([...times].sort());
      expect(times[2]! > '11:30' && times[2]! < '13:45').toBe(true);
    }
  });

  it('are those of Kuala Lumpur where the state is not known', () => {
    expect(prayerTimes('2026-05-05', null)).toEqual(prayerTimes('2026-05-05', '14'));
    expect(prayerTimes('2026-05-05', '12')).not.toEqual(prayerTimes('2026-05-05', '14'));
  });

  it('do not depend on the zone of the process', () => {
    // The tests themselves may run in any zone: the day that is asked for is the day that is meant.
    expect(prayerTimes('2026-01-01', '14').fajr).toBe('06:06:00');
  });
});

describe('the time of a prayer', () => {
  const thursday = '2026-01-01';
  const friday = '2026-01-02';

  it('lasts half an hour from its beginning', () => {
    const times = prayerTimes(thursday, '14');
    for (const prayer of prayers) {
      const begins = minutes(times[prayer]);
      const at = (minute: number, second = '00') =>
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:${second}`;
      expect(prayerAt(thursday, at(begins - 1, '59'), '14')).toBeNull();
      expect(prayerAt(thursday, at(begins), '14')).toBe(prayer);
      expect(prayerAt(thursday, at(begins + 29, '59'), '14')).toBe(prayer);
      expect(prayerAt(thursday, at(begins + 30), '14')).toBeNull();
    }
  });

  it('is on Fridays at noon that of the congregational prayer, earlier on Borneo', () => {
    expect(['12:29:59', '12:30:00', '14:29:59', '14:30:00'].map((time) => prayerAt(friday, time, '14'))).toEqual([
      null,
      'dhuhr',
      'dhuhr',
      null,
    ]);
    expect(['11:44:59', '11:45:00', '13:44:59', '13:45:00'].map((time) => prayerAt(friday, time, '12'))).toEqual([
      null,
      'dhuhr',
      'dhuhr',
      null,
    ]);
    expect(fridayPrayer('15')).toEqual(fridayPrayer('13'));
    expect(prayerAt(thursday, '12:30:00', '14')).toBeNull();
  });

  it('is not sunrise', () => {
    expect(prayerAt(thursday, prayerTimes(thursday, '14').sunrise, '14')).toBeNull();
  });
});
