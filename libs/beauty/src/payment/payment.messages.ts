import { messagesOf, type Words } from '@usaha/shared';

export const messages = messagesOf({
  refundTooLarge: {
    en: ({ amount, most }: { amount: number; most: number }) =>
      `refund_amount ${amount} is more than ${most}, which is all that can be given back`,
    ms: ({ amount, most }) => `refund_amount ${amount} melebihi ${most}, iaitu jumlah yang boleh dipulangkan`,
  },
  nothingHeld: {
    en: 'Nothing is held that could be given back',
    ms: 'Tiada jumlah yang dipegang untuk dipulangkan',
  },
  amountBeyondHeld: {
    en: ({ amount, most }: { amount: number; most: number }) =>
      `${amount} is more than ${most}, which is all that can be given back`,
    ms: ({ amount, most }) => `${amount} melebihi ${most}, iaitu jumlah yang boleh dipulangkan`,
  },
  lineUnknown: {
    en: ({ line, last }: { line: number; last: number }) => `line ${line} is not in the visit: the last is ${last}`,
    ms: ({ line, last }) => `baris ${line} tiada dalam lawatan ini: yang terakhir ialah ${last}`,
  },
  lineTwice: {
    en: ({ line }: { line: number }) => `line ${line} is named twice`,
    ms: ({ line }) => `baris ${line} dinamakan dua kali`,
  },
  linesOfCompleted: {
    en: 'Lines are refunded of a visit that is completed',
    ms: 'Baris dipulangkan bagi lawatan yang telah selesai',
  },
  linesDiffer: {
    en: ({ amount, sum }: { amount: number; sum: number }) => `amount is ${amount}, and the lines come to ${sum}`,
    ms: ({ amount, sum }) => `amount ialah ${amount}, dan jumlah baris ialah ${sum}`,
  },
  packageVoided: {
    en: ({ name }: { name: string }) => `${name} is void`,
    ms: ({ name }) => `${name} telah dibatalkan`,
  },
  packageUsed: {
    en: ({ name }: { name: string }) => `${name} was used or refunded: refund what is left of it instead`,
    ms: ({ name }) => `${name} telah digunakan atau dipulangkan: pulangkan bakinya`,
  },
  amountBeyondOpen: {
    en: ({ amount, open }: { amount: number; open: number }) =>
      `${amount} is more than ${open}, which is what remains to be paid`,
    ms: ({ amount, open }) => `${amount} melebihi ${open}, iaitu baki yang perlu dibayar`,
  },
  noWholeUnits: {
    en: ({ field }: { field: string }) => `${field} must be a whole number above 0`,
    ms: ({ field }) => `${field} mestilah nombor bulat melebihi 0`,
  },
  packageNotSold: {
    en: ({ name }: { name: string }) => `${name} is not sold any more`,
    ms: ({ name }) => `${name} tidak lagi dijual`,
  },
  sessionsUnknown: {
    en: ({ name, service }: { name: string; service: string }) =>
      `${name} does not say how many sessions of ${service} it has: give sessions, or a frequency (weekly, fortnightly, monthly, once) and months`,
    ms: ({ name, service }) =>
      `${name} tidak menyatakan bilangan sesi ${service}: berikan sessions, atau kekerapan (weekly, fortnightly, monthly, once) dan bulan`,
  },
  tooManySessions: {
    en: ({ most }: { most: number }) => `A package can have at most ${most} sessions of a service`,
    ms: ({ most }) => `Sesuatu pakej boleh mempunyai paling banyak ${most} sesi bagi satu perkhidmatan`,
  },
  serviceNotInPackage: {
    en: ({ name }: { name: string }) => `service_id names a service that ${name} does not have`,
    ms: ({ name }) => `service_id menamakan perkhidmatan yang tiada dalam ${name}`,
  },
  packageExpired: {
    en: ({ name, day }: { name: string; day: string }) => `${name} could be redeemed until ${day}`,
    ms: ({ name, day }) => `${name} boleh ditebus sehingga ${day}`,
  },
  noSessionLeft: {
    en: ({ name, service }: { name: string; service: string }) => `${name} has no session of ${service} left`,
    ms: ({ name, service }) => `${name} tidak lagi mempunyai sesi ${service}`,
  },
  appointmentOfAnother: {
    en: 'appointment_id names an appointment of another client',
    ms: 'appointment_id menamakan temu janji pelanggan lain',
  },
  appointmentOver: {
    en: 'A session is redeemed for an appointment that is still to come or going on',
    ms: 'Sesi ditebus bagi temu janji yang akan datang atau sedang berjalan',
  },
  serviceNotBooked: {
    en: 'service_id names a service that the appointment does not have',
    ms: 'service_id menamakan perkhidmatan yang tiada dalam temu janji itu',
  },
  serviceRedeemed: {
    en: 'A package already pays for this service of the appointment',
    ms: 'Perkhidmatan ini bagi temu janji tersebut telah dibayar oleh pakej',
  },
});

/** Words of the documents that are handed out. */
export const documentWords = {
  client: { en: 'Client', ms: 'Pelanggan' },
  date: { en: 'Appointment', ms: 'Temu janji' },
  packages: { en: 'Paid by package', ms: 'Dibayar oleh pakej' },
  adjustment: { en: 'Adjustment', ms: 'Pelarasan' },
  purchase_date: { en: 'Bought on', ms: 'Dibeli pada' },
  expires_on: { en: 'Valid until', ms: 'Sah sehingga' },
  replaces: { en: 'Replaces', ms: 'Menggantikan' },
  balance: { en: 'Remains to be paid', ms: 'Baki perlu dibayar' },
} satisfies Record<string, Words>;
