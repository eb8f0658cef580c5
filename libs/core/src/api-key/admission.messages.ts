import { messagesOf } from '@usaha/shared';

/** Refusals of an API key's networks, scopes and requests. */
export const messages = messagesOf({
  tooManyNetworks: {
    en: ({ most }: { most: number }) => `allowed_addresses may have at most ${most} networks`,
    ms: ({ most }) => `allowed_addresses tidak boleh melebihi ${most} rangkaian`,
  },
  notNetwork: {
    en: ({ text }: { text: string }) =>
      `allowed_addresses must have networks in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32, not "${text}"`,
    ms: ({ text }) =>
      `allowed_addresses mestilah rangkaian dalam tatatanda CIDR, seperti 203.0.113.0/24 atau 2001:db8::/32, bukan "${text}"`,
  },
});
