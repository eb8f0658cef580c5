/** By which way letters and messages to one recipient are counted: those to a telephone together. */
export const channels = ['email', 'sms'] as const;
export type Channel = (typeof channels)[number];
