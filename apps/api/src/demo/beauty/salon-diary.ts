import { spansOfDay, type MinuteSpan } from '@usaha/core';
import { weekdayOf } from '../core/demo-days.js';
import type { DemoMember } from './demo-team.js';

/** A day of a member of staff: the hours of work, and the times that are given out of them. */
interface Page {
  hours: readonly MinuteSpan[];
  taken: MinuteSpan[];
}

/** Whose time is given out: no member of staff is in two places at once, nor beyond the hours of work. Minutes are those of a day. */
export class SalonDiary {
  private readonly pages = new Map<string, Page>();
  /** Hours of work by member and weekday: every week has the same. */
  private readonly weeks = new Map<string, readonly MinuteSpan[]>();

  /** Whether a member of staff is at work and free for all of it. @param day YYYY-MM-DD */
  isFree(one: DemoMember, day: string, { from, to }: MinuteSpan): boolean {
    const { hours, taken } = this.pageOf(one, day);
    return (
      hours.some((span) => span.from <= from && to <= span.to) &&
      !taken.some((span) => span.from < to && from < span.to)
    );
  }

  take(one: DemoMember, day: string, { from, to }: MinuteSpan): void {
    this.pageOf(one, day).taken.push({ from, to });
  }

  private pageOf(one: DemoMember, day: string): Page {
    const key = `${one.member.id} ${day}`;
    const found = this.pages.get(key);
    if (found) return found;
    const made: Page = { hours: this.hoursOf(one, day), taken: [] };
    this.pages.set(key, made);
    return made;
  }

  private hoursOf({ member }: DemoMember, day: string): readonly MinuteSpan[] {
    const key = `${member.id} ${weekdayOf(day)}`;
    const found = this.weeks.get(key) ?? spansOfDay(member.hours ?? {}, day);
    this.weeks.set(key, found);
    return found;
  }
}
