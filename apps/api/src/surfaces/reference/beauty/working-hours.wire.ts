import { field } from '../../../wire/field.js';

export const workingHoursExample = { monday: ['10:00-14:00', '15:00-19:00'], friday: ['22:00-02:00'], sunday: [] };

@field.record('Working hours by weekday, each HH:MM-HH:MM, past midnight too; other keys are kept as sent (A-252)')
export class WeekdayHours {
  @field.texts('Hours on Monday', ['10:00-14:00'], { optional: true }) monday?: string[] | null;
  @field.texts('Hours on Tuesday', ['10:00-14:00'], { optional: true }) tuesday?: string[] | null;
  @field.texts('Hours on Wednesday', ['10:00-14:00'], { optional: true }) wednesday?: string[] | null;
  @field.texts('Hours on Thursday', ['10:00-14:00'], { optional: true }) thursday?: string[] | null;
  @field.texts('Hours on Friday', ['22:00-02:00'], { optional: true }) friday?: string[] | null;
  @field.texts('Hours on Saturday', ['10:00-14:00'], { optional: true }) saturday?: string[] | null;
  @field.texts('Hours on Sunday', [], { optional: true }) sunday?: string[] | null;
}
