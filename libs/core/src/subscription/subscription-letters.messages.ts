import { messagesOf, type Words } from '@usaha/shared';

/** Subjects of letters about a subscription. */
export const subjects = {
  ending: { en: 'Your subscription ends soon', ms: 'Langganan anda akan tamat' },
  refused: { en: 'A payment for your subscription was refused', ms: 'Bayaran langganan anda tidak diterima' },
  ended: { en: 'Your subscription has ended', ms: 'Langganan anda telah tamat' },
} satisfies Record<string, Words>;

interface About {
  /** Name of the plan. */
  plan: string;
  business: string;
}

export const sentences = messagesOf({
  greeting: {
    en: ({ name }: { name: string }) => (name === '' ? 'Hello,' : `Dear ${name},`),
    ms: ({ name }) => (name === '' ? 'Salam,' : `Salam ${name},`),
  },
  ending: {
    en: ({ plan, business, day }: About & { day: string }) =>
      `The subscription of ${business} to the plan ${plan} ends on ${day} (Malaysian time), and no stored payment method renews it.`,
    ms: ({ plan, business, day }) =>
      `Langganan ${business} bagi pelan ${plan} tamat pada ${day} (waktu Malaysia), dan tiada kaedah pembayaran yang akan memperbaharuinya.`,
  },
  howToKeep: {
    en: ({ amount }: { amount: string }) => `To keep it, pay ${amount} before then, or choose a stored payment method.`,
    ms: ({ amount }) => `Untuk meneruskannya, bayar ${amount} sebelum itu, atau pilih kaedah pembayaran yang disimpan.`,
  },
  payAt: {
    en: ({ url }: { url: string }) => `Pay here: ${url}`,
    ms: ({ url }) => `Bayar di sini: ${url}`,
  },
  refused: {
    en: ({ plan, business, amount, reason }: About & { amount: string; reason: Words }) =>
      `The charge of ${amount} for the subscription of ${business} to the plan ${plan} failed: ${reason.en}.`,
    ms: ({ plan, business, amount, reason }) =>
      `Caj sebanyak ${amount} bagi langganan ${business} untuk pelan ${plan} gagal: ${reason.ms}.`,
  },
  triedAgain: {
    en: ({ day }: { day: string }) =>
      `It is tried again on ${day}. The subscription stays active until then; a payment or another payment method renews it at once.`,
    ms: ({ day }) =>
      `Ia akan dicuba semula pada ${day}. Langganan kekal aktif sehingga itu; bayaran atau kaedah pembayaran lain memperbaharuinya serta-merta.`,
  },
  ended: {
    en: ({ plan, business, day }: About & { day: string }) =>
      `The subscription of ${business} to the plan ${plan} has ended. Its last term ended on ${day}.`,
    ms: ({ plan, business, day }) =>
      `Langganan ${business} bagi pelan ${plan} telah tamat. Tempoh terakhirnya berakhir pada ${day}.`,
  },
  howToReturn: {
    en: ({ amount }: { amount: string }) => `A payment of ${amount} makes it active again.`,
    ms: ({ amount }) => `Bayaran sebanyak ${amount} akan mengaktifkannya semula.`,
  },
});
