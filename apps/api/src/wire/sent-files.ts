import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsOptional, IsString, ValidateIf } from 'class-validator';
import { declared } from './declared-fields.js';

/** How files stand in JSON. */
const base64 = { type: 'string', contentEncoding: 'base64' } as const;

/** A file within a body; null is none. What may be in it, and how much, is the domain's rule. */
export const sentFile = (description: string, example: string): PropertyDecorator =>
  declared({
    document: () => ({ description, example, required: false, nullable: true, ...base64 }),
    rules: () => [IsOptional(), IsString()],
  });

/** Up to `most` of them; null and nothing are none. */
export const sentFiles = (description: string, example: string[], most: number): PropertyDecorator =>
  declared({
    reading: [Transform(({ value }: { value: unknown }) => value ?? [])],
    document: () => ({
      description,
      example,
      required: false,
      nullable: true,
      type: 'array',
      items: base64,
      maxItems: most,
    }),
    rules: () => [
      ValidateIf((_, value) => value !== undefined),
      IsArray(),
      ArrayMaxSize(most),
      IsString({ each: true }),
    ],
  });
