import { roles, type Actor, type Role } from '@usaha/shared';
import { payAndPapersFor, seesPayAndPapers, withoutMasked, type PayAndPapers } from './pay-and-papers.js';

const by = (role: Role): Actor => ({
  user_id: 'u',
  number: 1,
  role,
  session_id: 's',
  is_operator: false,
  driver_id: null,
});
const DRIVER: PayAndPapers = {
  hourly_rate: 15.5,
  monthly_salary: null,
  ic_number: '880512-14-8888',
  license_number: 'A1',
  psv_license: true,
};
const MASKED = {
  hourly_rate: null,
  monthly_salary: null,
  ic_number: '**********8888',
  license_number: '**',
  psv_license: true,
};

describe('A-373: pay and papers of a driver', () => {
  it('are seen by administrators, managers and the service itself', () => {
    expect(roles.filter((role) => seesPayAndPapers(by(role)))).toEqual(['manager', 'admin']);
    expect(payAndPapersFor(null, DRIVER)).toEqual(DRIVER);
    for (const role of ['staff', 'viewer'] as const) expect(payAndPapersFor(by(role), DRIVER)).toEqual(MASKED);
  });

  it('change by nothing that staff were shown', () => {
    const told = withoutMasked(by('staff'), DRIVER, { ...MASKED, notes: 'x' });
    expect(Object.entries(told).filter(([, value]) => value !== undefined)).toEqual([['notes', 'x']]);
  });

  it('take another number from staff, but neither a masked one nor pay', () => {
    const changed = (changes: Partial<PayAndPapers>) => withoutMasked(by('staff'), DRIVER, changes);
    expect(changed({ ic_number: '880512-14-9999', psv_license: null })).toEqual({
      ic_number: '880512-14-9999',
      psv_license: null,
    });
    expect(() => changed({ ic_number: '**********9999' })).toThrow('ic_number');
    expect(() => changed({ hourly_rate: 20, monthly_salary: 3000 })).toThrow('hourly_rate, monthly_salary');
  });

  it('are changed freely by managers', () => {
    const changes = { hourly_rate: 20, license_number: '**' };
    expect(withoutMasked(by('manager'), DRIVER, changes)).toBe(changes);
  });
});
