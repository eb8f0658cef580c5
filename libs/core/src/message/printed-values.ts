import { malaysianDay, malaysianTime, printedDay, withoutBidi } from '@usaha/shared';
import { nameInLetter, oneLine } from '../notification/letter.js';
import { messageTemplates, type TemplateName } from './message-templates.js';
import { templateParameters, type ParameterKind, type ParameterName, type PrintedValues } from './template.js';

/** The value of each kind of parameter. */
interface ValueOf {
  text: string;
  code: string;
  /** YYYY-MM-DD. */
  day: string;
  /** HH:MM, in Malaysia. */
  time: string;
  instant: Date;
  money: number;
  link: string;
}
export type ParameterValues = { [P in ParameterName]: ValueOf[(typeof templateParameters)[P]['kind']] };

/** Characters of a value. */
const LONGEST_VALUE = 200;

const printed: { [K in ParameterKind]: (value: ValueOf[K]) => string } = {
  text: (text) => text,
  code: (code) => code,
  day: printedDay,
  time: (time) => time,
  instant: (at) => `${printedDay(malaysianDay(at))}, ${malaysianTime(at).slice(0, 5)}`,
  money: (amount) => `RM ${amount.toFixed(2)}`,
  link: (url) => url,
};

/** One line without control characters, at most 200 characters. */
const asValue = (text: string): string => [...oneLine(withoutBidi(text))].slice(0, LONGEST_VALUE).join('');

/** The values of a template's parameters as they are printed. @throws Error where one is missing */
export function printedValues(name: TemplateName, values: Partial<ParameterValues>): PrintedValues {
  const entries = messageTemplates[name].parameters.map((parameter) => {
    const value = values[parameter];
    if (value === undefined) throw new Error(`The template ${name} lacks its value ${parameter}`);
    const text = (printed[templateParameters[parameter].kind] as (given: unknown) => string)(value);
    const isName = parameter === 'name' || parameter === 'business';
    return [parameter, isName ? nameInLetter(text) : asValue(text)];
  });
  return Object.fromEntries(entries) as PrintedValues;
}
