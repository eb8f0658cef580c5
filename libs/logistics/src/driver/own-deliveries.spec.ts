import type { Actor, Role } from '@usaha/shared';
import { mayLoad, narrowed, ownDriver, reportOf, schedulesOfDriver, shipmentsOfDriver } from './own-deliveries.js';

const OWN = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6c';
const actor = (driver_id: string | null, role: Role = 'staff'): Actor => ({
  user_id: 'u',
  number: 1,
  role,
  session_id: 's',
  is_operator: false,
  driver_id,
});
const driver = actor(OWN);
const unlimited = [null, actor(null), actor(null, 'admin')];

it('A-373: limits users who are drivers, and neither others nor the service itself', () => {
  expect([ownDriver(driver), ...unlimited.map(ownDriver)]).toEqual([OWN, null, null, null]);
});

describe('a condition', () => {
  const asked = ['r.id = $2 for no key update', ['tenant', 'id']] as const;

  it.each(unlimited)('stays as it is for %j', (who) => {
    expect(narrowed(who, shipmentsOfDriver, asked)).toEqual(asked);
  });

  it.each([shipmentsOfDriver, schedulesOfDriver])('names the driver before what was asked: %p', (isAssigned) => {
    const [condition, values] = narrowed(driver, isAssigned, asked);
    expect(values).toEqual(['tenant', 'id', OWN]);
    expect(condition).toMatch(/^\(.*r\.driver_id = \$3.*\) and r\.id = \$2 for no key update$/s);
    expect(condition).not.toMatch(/\$[04-9]/);
  });

  it('counts placeholders from the one told', () => {
    const [condition, values] = narrowed(driver, schedulesOfDriver, ['r.id = any($2)', [[]]], 2);
    expect([values, condition]).toEqual([[[], OWN], expect.stringContaining('r.driver_id = $3')]);
  });
});

describe('a report', () => {
  const report = { status: 'in_transit' } as const;

  it.each(unlimited)('stays as it is for %j', (who) => {
    for (const driver_id of [undefined, null, 'other'])
      expect(reportOf(who, { ...report, driver_id })).toEqual({ ...report, driver_id });
  });

  it('of a driver names the driver, however it is written', () => {
    for (const driver_id of [undefined, OWN, OWN.toUpperCase()])
      expect(reportOf(driver, { ...report, driver_id })).toEqual({ ...report, driver_id: OWN });
  });

  it('of a driver gives nothing away and takes nothing back', () => {
    for (const driver_id of [null, 'other'])
      expect(() => reportOf(driver, { ...report, driver_id })).toThrow('driver_id');
  });

  it('of a driver names vehicles of the driver alone', () => {
    const [own, others, free] = [OWN, 'other', null].map((assigned_driver_id) => ({ assigned_driver_id }));
    expect([own, others, free, null].map((vehicle) => mayLoad(driver, vehicle ?? null))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    for (const who of unlimited) expect(mayLoad(who, others ?? null)).toBe(true);
  });
});
