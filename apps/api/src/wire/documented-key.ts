import { declared } from './declared-fields.js';

/** A key of an open object that the documents explain, and that is not validated: values that do not fit are kept as sent. */
export const documentedKey = (
  description: string,
  example: unknown,
  schema: Readonly<Record<string, unknown>>,
): PropertyDecorator => declared({ document: () => ({ ...schema, description, example, required: false }) });
