import { malaysianDay, malaysianInstant, malaysianTime } from '@usaha/shared';
import type { MessageSettings } from './message-settings.entity.js';

const DAY_MS = 86_400_000;

/** Until when reminders by WhatsApp and SMS wait (UTC+8, A-476); null where they do not. */
export function quietUntil(
  { quiet_from, quiet_to }: Pick<MessageSettings, 'quiet_from' | 'quiet_to'>,
  now: Date,
): Date | null {
  const time = malaysianTime(now).slice(0, 5);
  const isAfter = time >= quiet_from;
  const isBefore = time < quiet_to;
  // Over midnight, quiet hours have two parts; equal times have none.
  const isQuiet = quiet_from <= quiet_to ? isAfter && isBefore : isAfter || isBefore;
  if (!isQuiet) return null;
  const end = malaysianInstant(malaysianDay(now), `${quiet_to}:00`);
  return end > now ? end : new Date(end.getTime() + DAY_MS);
}
