import { everyWay, template } from './template.js';

const LINK_WAYS = ['whatsapp', 'email'] as const;

/** Templates of what a person has begun: a payment, a receipt, a shipment to follow. They are sent after a stop, too. */
export const transactionTemplates = {
  payment_request: template(
    {
      category: 'transaction',
      subjects: ['payment_request'],
      parameters: ['name', 'business', 'document_number', 'amount', 'expires', 'link'],
      ways: LINK_WAYS,
      by_hand: true,
    },
    {
      en: {
        email: {
          subject: ({ business, document_number }) => `To pay: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, expires, link }) =>
            `Dear ${name},\n\n${business} asks you to pay ${amount} for ${document_number}.\n\n  Pay here: ${link}\n  Until: ${expires} (Malaysian time)`,
        },
        whatsapp: ({ name, business, document_number, amount, expires, link }) =>
          `Hello ${name}, ${business} asks you to pay ${amount} for ${document_number} by ${expires}. Pay here: ${link} (no sign-in needed)`,
      },
      ms: {
        email: {
          subject: ({ business, document_number }) => `Untuk dibayar: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, expires, link }) =>
            `Salam ${name},\n\n${business} meminta bayaran sebanyak ${amount} bagi ${document_number}.\n\n  Bayar di sini: ${link}\n  Sehingga: ${expires} (waktu Malaysia)`,
        },
        whatsapp: ({ name, business, document_number, amount, expires, link }) =>
          `Salam ${name}, ${business} meminta bayaran sebanyak ${amount} bagi ${document_number} sebelum ${expires}. Bayar di sini: ${link} (tanpa log masuk)`,
      },
    },
  ),
  payment_received: template(
    {
      category: 'transaction',
      subjects: ['payment_request'],
      parameters: ['name', 'business', 'document_number', 'amount', 'receipt_number'],
      ways: everyWay,
      by_hand: true,
    },
    {
      en: {
        email: {
          subject: ({ business, document_number }) => `Payment received: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, receipt_number }) =>
            `Dear ${name},\n\n${business} received ${amount} for ${document_number}. The number of the receipt is ${receipt_number}.\n\nThank you.`,
        },
        sms: ({ document_number, amount, receipt_number }) =>
          `${amount} received for ${document_number}. Receipt ${receipt_number}. Thank you.`,
        whatsapp: ({ name, business, document_number, amount, receipt_number }) =>
          `Hello ${name}, ${business} received ${amount} for ${document_number}. Receipt: ${receipt_number}. Thank you.`,
      },
      ms: {
        email: {
          subject: ({ business, document_number }) => `Bayaran diterima: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, receipt_number }) =>
            `Salam ${name},\n\n${business} telah menerima ${amount} bagi ${document_number}. Nombor resit ialah ${receipt_number}.\n\nTerima kasih.`,
        },
        sms: ({ document_number, amount, receipt_number }) =>
          `${amount} diterima bagi ${document_number}. Resit ${receipt_number}. Terima kasih.`,
        whatsapp: ({ name, business, document_number, amount, receipt_number }) =>
          `Salam ${name}, ${business} telah menerima ${amount} bagi ${document_number}. Resit: ${receipt_number}. Terima kasih.`,
      },
    },
  ),
  refund_made: template(
    {
      category: 'transaction',
      subjects: ['payment_request'],
      parameters: ['name', 'business', 'document_number', 'amount'],
      ways: everyWay,
    },
    {
      en: {
        email: {
          subject: ({ business, document_number }) => `Refund: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount }) =>
            `Dear ${name},\n\n${business} gave back ${amount} of your payment for ${document_number}.`,
        },
        sms: ({ document_number, amount }) => `${amount} of your payment for ${document_number} was given back.`,
        whatsapp: ({ name, business, document_number, amount }) =>
          `Hello ${name}, ${business} gave back ${amount} of your payment for ${document_number}.`,
      },
      ms: {
        email: {
          subject: ({ business, document_number }) => `Bayaran balik: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount }) =>
            `Salam ${name},\n\n${business} telah memulangkan ${amount} daripada bayaran anda bagi ${document_number}.`,
        },
        sms: ({ document_number, amount }) =>
          `${amount} daripada bayaran anda bagi ${document_number} telah dipulangkan.`,
        whatsapp: ({ name, business, document_number, amount }) =>
          `Salam ${name}, ${business} telah memulangkan ${amount} daripada bayaran anda bagi ${document_number}.`,
      },
    },
  ),
  receipt: template(
    {
      category: 'transaction',
      subjects: [
        'retail.sale',
        'healthcare.bill',
        'education.invoice',
        'beauty.appointment',
        'logistics.freight_invoice',
      ],
      parameters: ['name', 'business', 'document_number', 'amount', 'day'],
      ways: everyWay,
      by_hand: true,
    },
    {
      en: {
        email: {
          subject: ({ business, document_number }) => `Receipt: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, day }) =>
            `Dear ${name},\n\nThank you for your payment to ${business}.\n\n  Document: ${document_number}\n  Day: ${day}\n  Amount: ${amount}`,
        },
        sms: ({ document_number, amount, day }) => `Receipt ${document_number} of ${day}: ${amount}. Thank you.`,
        whatsapp: ({ name, business, document_number, amount, day }) =>
          `Hello ${name}, thank you for your payment to ${business}. Document ${document_number} of ${day}: ${amount}. Thank you.`,
      },
      ms: {
        email: {
          subject: ({ business, document_number }) => `Resit: ${document_number}, ${business}`,
          text: ({ name, business, document_number, amount, day }) =>
            `Salam ${name},\n\nTerima kasih atas bayaran anda kepada ${business}.\n\n  Dokumen: ${document_number}\n  Tarikh: ${day}\n  Jumlah: ${amount}`,
        },
        sms: ({ document_number, amount, day }) =>
          `Resit ${document_number} bertarikh ${day}: ${amount}. Terima kasih.`,
        whatsapp: ({ name, business, document_number, amount, day }) =>
          `Salam ${name}, terima kasih atas bayaran anda kepada ${business}. Dokumen ${document_number} bertarikh ${day}: ${amount}. Terima kasih.`,
      },
    },
  ),
  tracking_link: template(
    {
      category: 'transaction',
      subjects: ['logistics.shipment'],
      parameters: ['business', 'tracking_number', 'link'],
      ways: LINK_WAYS,
      by_hand: true,
    },
    {
      en: {
        email: {
          subject: ({ business, tracking_number }) => `Follow your shipment: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, link }) =>
            `Dear Sir or Madam,\n\n${business} carries your shipment ${tracking_number}.\n\n  Follow it: ${link}`,
        },
        whatsapp: ({ business, tracking_number, link }) =>
          `Follow your shipment ${tracking_number} with ${business} here: ${link} (no sign-in needed)`,
      },
      ms: {
        email: {
          subject: ({ business, tracking_number }) => `Jejaki kiriman anda: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, link }) =>
            `Tuan/Puan,\n\n${business} membawa kiriman anda ${tracking_number}.\n\n  Jejaki: ${link}`,
        },
        whatsapp: ({ business, tracking_number, link }) =>
          `Jejaki kiriman anda ${tracking_number} dengan ${business} di sini: ${link} (tanpa log masuk)`,
      },
    },
  ),
};
