/** Weekday → the hours of that day, each `HH:MM-HH:MM`; a day that is not there is a day off. */
export type WorkingHours = Record<string, string[]>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A doctor's hours as the business has set them: no operation keeps them elsewhere. What is not of the type it
 * should be counts as not set.
 * @param doctors `configuration.healthcare.doctors`: by doctor_id
 */
export function workingHoursOf(doctors: Readonly<Record<string, unknown>>, doctor_id: string): WorkingHours | null {
  const doctor = Object.hasOwn(doctors, doctor_id) ? doctors[doctor_id] : undefined;
  const hours = isObject(doctor) ? doctor.working_hours : undefined;
  if (!isObject(hours)) return null;
  const days = Object.entries(hours).filter((day): day is [string, string[]] => isTexts(day[1]));
  return Object.fromEntries(days);
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
