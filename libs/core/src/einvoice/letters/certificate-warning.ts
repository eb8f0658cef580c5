import { malaysianDay } from '@usaha/shared';

const DAY_MS = 86_400_000;

/** Days before the end of a certificate on which its business is told. */
export const WARNING_DAYS = [30, 7, 1] as const;

/** A letter about the end of a certificate. Another certificate is another occasion. */
export interface CertificateWarning {
  /** The last day and the days before it: `2026-12-31/30`. */
  occasion: string;
  /** From then on the next letter is due, or the certificate has ended. */
  expires_at: Date;
}

/** The letter that is due now; null before the first, and once the certificate has ended. */
export function warningOf(until: Date, now: Date): CertificateWarning | null {
  const left = until.getTime() - now.getTime();
  if (left <= 0) return null;
  const reached = WARNING_DAYS.filter((days) => left <= days * DAY_MS);
  const days = reached.at(-1);
  if (days === undefined) return null;
  const next = WARNING_DAYS[WARNING_DAYS.indexOf(days) + 1] ?? 0;
  return { occasion: `${malaysianDay(until)}/${days}`, expires_at: new Date(until.getTime() - next * DAY_MS) };
}
