import type { Options } from '../../../wire/field-of.js';
import { field } from '../../../wire/field.js';

type Degree = Pick<Options, 'optional'> & { example?: number; view?: string };

/** Degrees, by their limits in bodies and views alike. */
const degrees =
  (min: number, max: number, hub: number) =>
  (description: string, { example = hub, view = description, ...options }: Degree = {}): PropertyDecorator =>
    field.number(description, example, { min, max, ...options, view: { description: view, min, max } });

export const latitude = degrees(-90, 90, 3.0733);
export const longitude = degrees(-180, 180, 101.5185);
