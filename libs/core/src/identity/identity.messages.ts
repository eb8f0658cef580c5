import { messagesOf } from '@usaha/shared';

export const messages = messagesOf({
  icNumberWrong: {
    en: 'ic_number must be 12 digits, YYMMDD-PB-XXXX',
    ms: 'ic_number mestilah 12 digit, YYMMDD-PB-XXXX',
  },
  icNumberWithoutDate: {
    en: 'ic_number must be 12 digits, YYMMDD-PB-XXXX, that begin with a date that exists',
    ms: 'ic_number mestilah 12 digit, YYMMDD-PB-XXXX, yang bermula dengan tarikh yang wujud',
  },
  birthDateOtherwise: {
    en: ({ date_of_birth }: { date_of_birth: string }) =>
      `date_of_birth is ${date_of_birth}; ic_number begins with another date (YYMMDD)`,
    ms: ({ date_of_birth }) =>
      `date_of_birth ialah ${date_of_birth}; ic_number bermula dengan tarikh yang lain (YYMMDD)`,
  },
});
