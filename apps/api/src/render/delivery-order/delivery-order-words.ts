import type { Language, Words } from '@usaha/shared';

/** Words of delivery orders. */
export const words = {
  title: { en: 'Delivery order', ms: 'Nota hantaran' },
  cancelled: { en: 'CANCELLED', ms: 'DIBATALKAN' },
  number: { en: 'Tracking No.', ms: 'No. penjejakan' },
  printed: { en: 'Printed', ms: 'Dicetak' },
  reference: { en: 'Reference', ms: 'Rujukan' },
  service: { en: 'Service', ms: 'Perkhidmatan' },
  promised: { en: 'To be delivered', ms: 'Untuk dihantar' },
  until: { en: 'until {time}', ms: 'sehingga {time}' },
  from: { en: 'from {time}', ms: 'dari {time}' },
  driver: { en: 'Driver', ms: 'Pemandu' },
  vehicle: { en: 'Vehicle', ms: 'Kenderaan' },
  sender: { en: 'Sender', ms: 'Pengirim' },
  receiver: { en: 'Receiver', ms: 'Penerima' },
  telephone: { en: 'Tel.', ms: 'Tel.' },
  package: { en: 'Package', ms: 'Bungkusan' },
  contents: { en: 'Contents', ms: 'Kandungan' },
  weight: { en: 'Weight', ms: 'Berat' },
  dimensions: { en: 'Length × width × height', ms: 'Panjang × lebar × tinggi' },
  fragile: { en: 'FRAGILE', ms: 'MUDAH PECAH' },
  instructions: { en: 'Instructions', ms: 'Arahan' },
  collect: { en: 'Collect from the receiver: {amount}', ms: 'Kutip daripada penerima: {amount}' },
  unstated: { en: 'amount not stated', ms: 'amaun tidak dinyatakan' },
  received: { en: 'Received by (name)', ms: 'Diterima oleh (nama)' },
  signature: { en: 'Signature', ms: 'Tandatangan' },
  date: { en: 'Date and time', ms: 'Tarikh dan masa' },
} satisfies Record<string, Words>;

export const say = (name: keyof typeof words, language: Language, values: Record<string, string> = {}): string =>
  words[name][language].replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
