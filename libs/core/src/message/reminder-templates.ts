import { everyWay, template } from './template.js';

/** Templates of what people are reminded of, or told as it happens: each can be stopped. */
export const reminderTemplates = {
  appointment_reminder: template(
    {
      category: 'reminder',
      subjects: ['healthcare.appointment', 'beauty.appointment'],
      parameters: ['name', 'business', 'day', 'time'],
      ways: everyWay,
      by_hand: true,
    },
    {
      en: {
        email: {
          subject: ({ business, day, time }) => `Appointment reminder: ${business}, ${day}, ${time}`,
          text: ({ name, business, day, time }) =>
            `Dear ${name},\n\nThis is a reminder of your appointment at ${business} on ${day} at ${time} (Malaysian time).\n\nIf you cannot come, please tell ${business}.`,
        },
        sms: ({ day, time }) => `Reminder of your appointment on ${day} at ${time}.`,
        whatsapp: ({ name, business, day, time }) =>
          `Hello ${name}, this is a reminder of your appointment at ${business} on ${day} at ${time}. Please tell us if you cannot come.`,
      },
      ms: {
        email: {
          subject: ({ business, day, time }) => `Peringatan janji temu: ${business}, ${day}, ${time}`,
          text: ({ name, business, day, time }) =>
            `Salam ${name},\n\nIni ialah peringatan tentang janji temu anda di ${business} pada ${day}, pukul ${time} (waktu Malaysia).\n\nJika anda tidak dapat hadir, sila maklumkan kepada ${business}.`,
        },
        sms: ({ day, time }) => `Peringatan janji temu anda pada ${day}, pukul ${time}.`,
        whatsapp: ({ name, business, day, time }) =>
          `Salam ${name}, ini ialah peringatan tentang janji temu anda di ${business} pada ${day}, pukul ${time}. Sila maklumkan kepada kami jika anda tidak dapat hadir.`,
      },
    },
  ),
  absence: template(
    {
      category: 'reminder',
      subjects: ['education.student'],
      parameters: ['name', 'business', 'day', 'classes'],
      ways: everyWay,
    },
    {
      en: {
        email: {
          subject: ({ business, day }) => `Absence on ${day}: ${business}`,
          text: ({ name, business, day, classes }) =>
            `Dear parent or guardian,\n\n${name} was absent from ${business} on ${day}: ${classes}.\n\nPlease tell ${business} if you did not know of it.`,
        },
        sms: ({ name, day, classes }) => `${name} was absent on ${day}: ${classes}.`,
        whatsapp: ({ name, business, day, classes }) =>
          `Dear parent or guardian, ${name} was absent from ${business} on ${day}: ${classes}. Please tell us if you did not know of it.`,
      },
      ms: {
        email: {
          subject: ({ business, day }) => `Tidak hadir pada ${day}: ${business}`,
          text: ({ name, business, day, classes }) =>
            `Tuan/Puan,\n\n${name} tidak hadir di ${business} pada ${day}: ${classes}.\n\nSila maklumkan kepada ${business} jika Tuan/Puan tidak mengetahuinya.`,
        },
        sms: ({ name, day, classes }) => `${name} tidak hadir pada ${day}: ${classes}.`,
        whatsapp: ({ name, business, day, classes }) =>
          `Tuan/Puan, ${name} tidak hadir di ${business} pada ${day}: ${classes}. Sila maklumkan kepada kami jika Tuan/Puan tidak mengetahuinya.`,
      },
    },
  ),
  fees_overdue: template(
    {
      category: 'reminder',
      subjects: ['education.student'],
      parameters: ['name', 'business', 'total', 'due_day'],
      ways: everyWay,
    },
    {
      en: {
        email: {
          subject: ({ business }) => `Fees overdue: ${business}`,
          text: ({ name, business, total, due_day }) =>
            `Dear parent or guardian,\n\nFees of ${total} for ${name} at ${business} were due on ${due_day}.\n\nIf they have been paid meanwhile, please disregard this letter.`,
        },
        sms: ({ name, total, due_day }) => `Fees of ${total} for ${name} were due on ${due_day}.`,
        whatsapp: ({ name, business, total, due_day }) =>
          `Dear parent or guardian, fees of ${total} for ${name} at ${business} were due on ${due_day}. Please disregard this message if they have been paid.`,
      },
      ms: {
        email: {
          subject: ({ business }) => `Yuran tertunggak: ${business}`,
          text: ({ name, business, total, due_day }) =>
            `Tuan/Puan,\n\nYuran sebanyak ${total} bagi ${name} di ${business} perlu dibayar selewat-lewatnya pada ${due_day}.\n\nSila abaikan surat ini jika bayaran telah dibuat.`,
        },
        sms: ({ name, total, due_day }) => `Yuran ${total} bagi ${name} tertunggak sejak ${due_day}.`,
        whatsapp: ({ name, business, total, due_day }) =>
          `Tuan/Puan, yuran sebanyak ${total} bagi ${name} di ${business} tertunggak sejak ${due_day}. Sila abaikan mesej ini jika bayaran telah dibuat.`,
      },
    },
  ),
  shipment_on_its_way: template(
    {
      category: 'reminder',
      subjects: ['logistics.shipment'],
      parameters: ['business', 'tracking_number', 'promised', 'to_collect', 'link'],
      ways: everyWay,
    },
    {
      en: {
        email: {
          subject: ({ business, tracking_number }) => `On its way: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, promised, to_collect, link }) =>
            `Dear Sir or Madam,\n\nYour shipment ${tracking_number} is on its way with ${business}.\n\n  Expected: ${promised}\n  To pay to the driver: ${to_collect}\n  Follow it: ${link}`,
        },
        sms: ({ tracking_number, promised, to_collect }) =>
          `Shipment ${tracking_number} is on its way. Expected: ${promised}. To pay to the driver: ${to_collect}.`,
        whatsapp: ({ business, tracking_number, promised, to_collect, link }) =>
          `Your shipment ${tracking_number} is on its way with ${business}. Expected: ${promised}. To pay to the driver: ${to_collect}. Follow it here: ${link} (no sign-in needed)`,
      },
      ms: {
        email: {
          subject: ({ business, tracking_number }) => `Dalam perjalanan: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, promised, to_collect, link }) =>
            `Tuan/Puan,\n\nKiriman anda ${tracking_number} sedang dalam perjalanan dengan ${business}.\n\n  Jangkaan tiba: ${promised}\n  Perlu dibayar kepada pemandu: ${to_collect}\n  Jejaki: ${link}`,
        },
        sms: ({ tracking_number, promised, to_collect }) =>
          `Kiriman ${tracking_number} dalam perjalanan. Jangkaan tiba: ${promised}. Bayar kepada pemandu: ${to_collect}.`,
        whatsapp: ({ business, tracking_number, promised, to_collect, link }) =>
          `Kiriman anda ${tracking_number} sedang dalam perjalanan dengan ${business}. Jangkaan tiba: ${promised}. Perlu dibayar kepada pemandu: ${to_collect}. Jejaki di sini: ${link} (tanpa log masuk)`,
      },
    },
  ),
  shipment_delivered: template(
    {
      category: 'reminder',
      subjects: ['logistics.shipment'],
      parameters: ['business', 'tracking_number', 'at', 'link'],
      ways: everyWay,
    },
    {
      en: {
        email: {
          subject: ({ business, tracking_number }) => `Delivered: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, at, link }) =>
            `Dear Sir or Madam,\n\n${business} delivered your shipment ${tracking_number} on ${at}.\n\n  How it went: ${link}`,
        },
        sms: ({ tracking_number, at }) => `Shipment ${tracking_number} was delivered on ${at}.`,
        whatsapp: ({ business, tracking_number, at, link }) =>
          `Your shipment ${tracking_number} was delivered by ${business} on ${at}. See how it went: ${link} (no sign-in needed)`,
      },
      ms: {
        email: {
          subject: ({ business, tracking_number }) => `Telah diserahkan: ${tracking_number}, ${business}`,
          text: ({ business, tracking_number, at, link }) =>
            `Tuan/Puan,\n\n${business} telah menyerahkan kiriman anda ${tracking_number} pada ${at}.\n\n  Perjalanannya: ${link}`,
        },
        sms: ({ tracking_number, at }) => `Kiriman ${tracking_number} telah diserahkan pada ${at}.`,
        whatsapp: ({ business, tracking_number, at, link }) =>
          `Kiriman anda ${tracking_number} telah diserahkan oleh ${business} pada ${at}. Lihat perjalanannya: ${link} (tanpa log masuk)`,
      },
    },
  ),
};
