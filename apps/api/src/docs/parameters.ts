import type { Parameter } from './openapi.js';

/** Ids in paths that are more than "the id of". */
const special: Record<string, { description: string; example?: string }> = {
  user_id: { description: 'Id of the user: the uuid, or the integer id of the reference sign-in (A-39)' },
  teacher_id: { description: 'Teacher, as named in classes: any text', example: 'cikgu-lim' },
  doctor_id: { description: 'Doctor, as named in appointments: any text (A-132)', example: 'dr-aminah' },
  event_id: {
    description: 'Id of the event: msg_ and 32 hexadecimal digits',
    example: 'msg_0198f3a26b1c7c3e9d2a1f2e3d4c5b6a',
  },
  name: { description: 'Name of the template (A-472)', example: 'payment_received' },
  module_id: { description: 'Id of the module: the uuid or the key, ignoring case (A-69)', example: 'retail' },
};

/** An id in a path that is a uuid and nothing else; any other text names no record, which is 404. */
const isUuid = (where: string, name: string): boolean => where === 'path' && name.endsWith('_id') && !(name in special);

const EXAMPLE = '0198f3a2-6b1c-7c3e-9d2a-1f2e3d4c5b6a';

/**
 * A parameter in full. Examples stay in its schema: an `example` of the parameter itself would be filled in by Swagger UI,
 * and every list would be called filtered.
 */
export function describeParameter({ name, in: where, required, description, schema }: Parameter): Parameter {
  const { example, ...rest } = schema;
  const known = special[name];
  const noun = name.replace(/_id$/, '').replaceAll('_', ' ');
  return {
    name,
    in: where,
    required: required ?? where === 'path',
    description: description ?? known?.description ?? `Id of the ${noun}`,
    schema: {
      ...rest,
      ...(isUuid(where, name) && { format: 'uuid' }),
      examples: [example ?? known?.example ?? EXAMPLE],
    },
  };
}
