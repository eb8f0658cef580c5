import { MAX_MONEY } from '@usaha/shared';
import { StaffMember } from './staff-member.entity.js';

describe('a member of staff', () => {
  it('A-253: begins active, without pay, and without hours that forbid anything', () => {
    const member = new StaffMember();
    expect(member).toMatchObject({ status: 'active', hourly_rate: null, commission_rate: null, working_hours: {} });
    expect(member.hours).toBeNull();
  });

  it('A-115: is found by each specialization once, trimmed and in lower case', () => {
    const member = new StaffMember();
    member.describe({ specializations: ['Facial', ' FACIAL ', 'Hair'] });
    expect(member.specializations).toEqual(['Facial', ' FACIAL ', 'Hair']);
    expect(member.specialization_keys).toEqual(['facial', 'hair']);
    member.describe({ position: 'stylist' });
    expect(member.specialization_keys).toEqual(['facial', 'hair']);
    member.describe({ specializations: [] });
    expect(member.specialization_keys).toEqual([]);
  });

  it('A-18, A-253: keeps the pay that is not sent again, to the sen and to four decimals', () => {
    const member = new StaffMember();
    member.pay({ hourly_rate: 25.005, commission_rate: 33.33335 });
    member.pay({ commission_rate: null });
    member.pay({});
    expect(member).toMatchObject({ hourly_rate: 25.01, commission_rate: null });
    expect(() => member.pay({ hourly_rate: MAX_MONEY + 1 })).toThrow('hourly_rate');
  });

  it.each([
    [{ public_holiday: ['09:00-17:00'] }, null],
    [{ monday: null }, null],
    [{ ' Monday': [] }, { ' Monday': [] }],
    [{ sunday: [], note: 'x' }, { sunday: [] }],
  ])('A-252: set to %j works in %j', (working_hours, hours) => {
    const member = new StaffMember();
    member.setWorkingHours(working_hours);
    expect(member.working_hours).toEqual(working_hours);
    expect(member.hours).toEqual(hours);
  });

  it('A-252: keeps the hours that were there when others are refused', () => {
    const member = new StaffMember();
    member.setWorkingHours({ monday: ['10:00-24:00'] });
    expect(() => member.setWorkingHours({ monday: ['9-5'] })).toThrow('working_hours.monday');
    expect(member.working_hours).toEqual({ monday: ['10:00-24:00'] });
  });
});
