import { spansOfDay, type MinuteSpan } from '@usaha/core';
import type { DemoMember } from './demo-team.js';

/** A day of somebody: the hours of work, and what is given out of them. */
interface Page {
  hours: readonly MinuteSpan[];
  taken: MinuteSpan[];
}

/** Whose time is given out: nobody is in two places at once, nor beyond the hours of work. Minutes are those of a day. */
export class SalonDiary {
  private readonly pages = new Map<string, Page>();

  /** Whether somebody is at work and free for all of it. @param day YYYY-MM-DD */
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

  private pageOf({ member }: DemoMember, day: string): Page {
    const key = `${member.id} ${day}`;
    const found = this.pages.get(key);
    if (found) return found;
    const made: Page = { hours: spansOfDay(member.hours ?? {}, day), taken: [] };
    this.pages.set(key, made);
    return made;
  }
}
