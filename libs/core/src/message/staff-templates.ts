import { everyWay, template } from './template.js';

const LETTER = ['email'] as const;
const OF_TENANT = { category: 'staff', subjects: ['tenant'], parameters: [], ways: LETTER } as const;

/** Templates for the staff of a business: how their letters begin. What follows depends on the day. */
export const staffTemplates = {
  fleet_alerts: template(OF_TENANT, {
    en: {
      email: {
        subject: () => 'Documents and services of the fleet',
        text: () => 'Documents or services of the fleet are due soon, or past.',
      },
    },
    ms: {
      email: {
        subject: () => 'Dokumen dan servis armada',
        text: () => 'Dokumen atau servis armada akan tamat tempoh, atau telah tamat.',
      },
    },
  }),
  stock_alerts: template(OF_TENANT, {
    en: { email: { subject: () => 'Low stock', text: () => 'The stock of products is low.' } },
    ms: { email: { subject: () => 'Stok rendah', text: () => 'Stok produk adalah rendah.' } },
  }),
  webhook_disabled: template(
    { ...OF_TENANT, subjects: ['webhook'] },
    {
      en: {
        email: {
          subject: () => 'A webhook endpoint was disabled',
          text: () => 'Events are sent to a webhook endpoint no more.',
        },
      },
      ms: {
        email: {
          subject: () => 'Satu titik akhir webhook telah dinyahaktifkan',
          text: () => 'Peristiwa tidak lagi dihantar ke satu titik akhir webhook.',
        },
      },
    },
  ),
  subscription_notice: template(
    { ...OF_TENANT, subjects: ['subscription'] },
    {
      en: {
        email: {
          subject: () => 'Your subscription',
          text: () => 'The subscription of the business ends or has changed.',
        },
      },
      ms: {
        email: { subject: () => 'Langganan anda', text: () => 'Langganan perniagaan akan tamat atau telah berubah.' },
      },
    },
  ),
  payment_differences: template(OF_TENANT, {
    en: {
      email: {
        subject: () => 'Payments that differ',
        text: () => 'Payments at the gateway differ from the books, and wait for a decision.',
      },
    },
    ms: {
      email: {
        subject: () => 'Bayaran yang berbeza',
        text: () => 'Bayaran di gerbang berbeza daripada buku akaun, dan menunggu keputusan.',
      },
    },
  }),
  message_budget: template(OF_TENANT, {
    en: {
      email: {
        subject: () => 'Budget for messages',
        text: () => 'The budget of the month for WhatsApp and short messages is nearly spent, or spent.',
      },
    },
    ms: {
      email: {
        subject: () => 'Bajet mesej',
        text: () => 'Bajet bulan ini bagi WhatsApp dan mesej ringkas hampir habis, atau telah habis.',
      },
    },
  }),
  test: template(
    { category: 'staff', subjects: ['tenant'], parameters: ['business'], ways: everyWay },
    {
      en: {
        email: {
          subject: ({ business }) => `A test of ${business}`,
          text: ({ business }) => `This letter tests the e-mail account of ${business}.`,
        },
        sms: () => 'This message is a test.',
        whatsapp: ({ business }) => `This message tests the WhatsApp account of ${business}. No answer is needed.`,
      },
      ms: {
        email: {
          subject: ({ business }) => `Ujian ${business}`,
          text: ({ business }) => `Surat ini menguji akaun e-mel ${business}.`,
        },
        sms: () => 'Mesej ini ialah ujian.',
        whatsapp: ({ business }) => `Mesej ini menguji akaun WhatsApp ${business}. Tiada jawapan diperlukan.`,
      },
    },
  ),
};
