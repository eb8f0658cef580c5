import { malaysianInstant, type Context } from '@usaha/shared';
import { Tenant } from '../tenant/tenant.entity.js';
import type { TenantRepository } from '../tenant/tenant.repository.js';
import { DayPolicies, type DayRules } from './day-policies.js';
import type { WorkingHours } from './working-hours.js';

const ctx = { tenant_id: 'tenant' } as Context;
let asked = 0;
const inState = (state: string | null): TenantRepository =>
  ({
    find: () => {
      asked += 1;
      return Promise.resolve(Object.assign(new Tenant(), { address: state === null ? null : { state } }));
    },
  }) as unknown as TenantRepository;

interface Tried {
  state?: string | null;
  working_hours?: WorkingHours | null;
  minutes?: number;
}

function tried(rules: DayRules, day: string, time: string, { state = 'Selangor', working_hours, minutes = 30 }: Tried) {
  const from = malaysianInstant(day, time);
  const to = new Date(from.getTime() + minutes * 60_000);
  const fields = { day: 'lines[1].date', time: 'lines[1].time' };
  return new DayPolicies(inState(state)).check(ctx, rules, [{ from, to, fields, working_hours }]);
}
const refused = (field: string) => ({ kind: 'conflict', errors: [{ field }] });

beforeEach(() => (asked = 0));

it('nothing is refused where no rule is set, and the state is not asked for', async () => {
  await tried({}, '2026-12-25', '13:15:00', { working_hours: {} });
  expect(asked).toBe(0);
});

describe('closed_on_public_holidays', () => {
  const rules = { closed_on_public_holidays: true };

  it('refuses days of the state and of the country, naming the field of the day', async () => {
    for (const day of ['2026-12-11', '2026-12-25'])
      await expect(tried(rules, day, '10:00:00', {})).rejects.toMatchObject(refused('lines[1].date'));
    await tried(rules, '2026-12-24', '10:00:00', {});
  });

  it('refuses those of the country alone where the state is not known', async () => {
    await tried(rules, '2026-12-11', '10:00:00', { state: null });
    await expect(tried(rules, '2026-12-25', '10:00:00', { state: null })).rejects.toMatchObject({ kind: 'conflict' });
  });
});

it('avoid_prayer_times refuses what begins within one, naming the field of the time', async () => {
  const rules = { avoid_prayer_times: true };
  await expect(tried(rules, '2026-12-10', '13:15:00', {})).rejects.toMatchObject(refused('lines[1].time'));
  await tried(rules, '2026-12-10', '12:30:00', {});
});

describe('respect_working_hours', () => {
  const rules = { respect_working_hours: true };
  const working_hours = { monday: ['09:00-13:00', '14:00-17:00'] };
  const MONDAY = '2029-03-12';

  it.each([
    ['09:00:00', 240, true],
    ['16:30:00', 30, true],
    ['08:59:59', 30, false],
    ['16:30:00', 31, false],
    ['12:30:00', 120, false],
    ['13:00:00', 60, false],
    ['16:00:00', 24 * 60, false],
  ])('from 09:00 to 13:00 and 14:00 to 17:00, %s for %s minutes is free: %s', async (time, minutes, free) => {
    const answer = tried(rules, MONDAY, time, { working_hours, minutes });
    if (free) await answer;
    else await expect(answer).rejects.toMatchObject(refused('lines[1].time'));
  });

  it('refuses a day off, and says so', async () => {
    await expect(tried(rules, '2029-03-13', '10:00:00', { working_hours })).rejects.toThrow(
      '10:00:00 to 10:30:00 is outside the working hours of that day (none)',
    );
  });

  it.each([null, undefined])('forbids nothing where hours are %s', (none) =>
    tried(rules, MONDAY, '03:00:00', { working_hours: none }),
  );
});
