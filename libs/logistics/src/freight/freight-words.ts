import type { Words } from '@usaha/shared';

/** The words of freight invoices and delivery orders that other documents do not have. */
export const freightWords = {
  carriage: { en: 'Delivery ({service})', ms: 'Penghantaran ({service})' },
  sender: { en: 'Sender', ms: 'Pengirim' },
  receiver: { en: 'Receiver', ms: 'Penerima' },
  tracking_number: { en: 'Tracking No.', ms: 'No. penjejakan' },
  customer_reference: { en: 'Your reference', ms: 'Rujukan anda' },
  payment_method: { en: 'Payment method', ms: 'Cara bayaran' },
} satisfies Record<string, Words>;
