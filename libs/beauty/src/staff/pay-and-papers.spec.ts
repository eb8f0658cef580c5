import { DomainError, roles, type Actor, type Role } from '@usaha/shared';
import { payAndPapersFor, seesPay, withoutWhatWasShown, type PayAndPapers } from './pay-and-papers.js';

const by = (role: Role): Actor => ({
  user_id: 'u',
  number: 1,
  role,
  session_id: 's',
  is_operator: false,
  driver_id: null,
});
const MEMBER: PayAndPapers = { hourly_rate: 25, commission_rate: 0, ic_number: '900101-14-5678' };
const NONE: PayAndPapers = { hourly_rate: null, commission_rate: null, ic_number: null };
const absent = { hourly_rate: undefined, commission_rate: undefined, ic_number: undefined };

describe('A-253: pay and papers', () => {
  it('are seen by administrators, managers and the service itself', () => {
    expect(roles.filter((role) => seesPay(by(role)))).toEqual(['manager', 'admin']);
    expect(seesPay(null)).toBe(true);
    expect(payAndPapersFor(by('manager'), { ...MEMBER })).toEqual(MEMBER);
  });

  it('show others no pay, and what a document ends with', () => {
    const shown = { hourly_rate: null, commission_rate: null, ic_number: '******-**-5678' };
    for (const role of ['staff', 'viewer'] as const) expect(payAndPapersFor(by(role), MEMBER)).toEqual(shown);
    expect(payAndPapersFor(by('viewer'), NONE)).toEqual(NONE);
  });

  it.each([MEMBER, NONE, { ...MEMBER, ic_number: '' }, { ...MEMBER, ic_number: 'A1' }])(
    'of %j stay as they are where what was shown is sent back',
    (member) => {
      const shown = payAndPapersFor(by('staff'), member);
      expect(withoutWhatWasShown(by('staff'), member, { ...shown, notes: 'x' })).toEqual({ ...absent, notes: 'x' });
      expect(withoutWhatWasShown(by('staff'), member, {})).toEqual(absent);
    },
  );

  it('are refused with all fields of which another value is sent', () => {
    const refused = (changes: Partial<PayAndPapers>): string => {
      try {
        withoutWhatWasShown(by('staff'), MEMBER, changes);
        return 'taken';
      } catch (error) {
        if (error instanceof DomainError && error.kind === 'forbidden') return error.message;
        throw error;
      }
    };
    const only = 'Only an administrator or manager may change ';
    expect(refused({ ...MEMBER })).toBe(`${only}hourly_rate, commission_rate, ic_number`);
    expect(refused({ hourly_rate: null, commission_rate: 0 })).toBe(`${only}commission_rate`);
    expect(refused({ ic_number: null })).toBe(`${only}ic_number`);
    expect(refused({ ic_number: '******-**-5678', hourly_rate: null })).toBe('taken');
  });

  it('are changed by those who see them', () => {
    const changes = { hourly_rate: 30, ic_number: null };
    expect(withoutWhatWasShown(by('admin'), MEMBER, changes)).toBe(changes);
  });
});
